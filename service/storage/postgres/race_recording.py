"""What races that have ended bring about, in the transaction that stores them."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from service.play.boards import SPRINT_WINS
from service.play.periods import spans_of
from service.play.race_results import results_of_race
from service.storage.postgres.bulk import bound, given, keep_plans
from service.storage.postgres.living import lock_living
from service.storage.postgres.race_tables import TERMS, race_entries, races
from service.storage.postgres.race_wins import wins_in
from service.storage.postgres.standings import held, replace_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from service.play.race import Race
    from service.play.race_results import RaceResult

    Racer = tuple[str | None, RaceResult]
    """Whose result it is, if anybody's any more, and the result."""

_RACE = tuple(one for one in races.c if one.name != "recorded_at")
_ENTRY = tuple(race_entries.c)

_ADD_RACES = insert(races).from_select([one.name for one in _RACE], select(given(_RACE)))
_STORE = _ADD_RACES.on_conflict_do_nothing().returning(races.c.id)
_ADD_ENTRIES = insert(race_entries).from_select([one.name for one in _ENTRY], select(given(_ENTRY)))


def record_runs(connection: Connection, run: Sequence[Race]) -> None:
    """Store these races, which were run, with all that follows from those that were not there yet.

    Players are locked first and counts of boards changed last, as where results are recorded.
    """
    keep_plans(connection)
    living = lock_living(connection, {seat.player_id for race in run for seat in race.seats})
    racers = [
        (player_id if player_id in living else None, result)
        for race in _fresh(connection, run)
        for player_id, result in results_of_race(race)
    ]
    if racers:
        connection.execute(_ADD_ENTRIES, bound(_ENTRY, map(_entry_row, racers)))
        _rank(connection, [racer for racer in racers if racer[0] and living[racer[0]]])


def _fresh(connection: Connection, run: Iterable[Race]) -> list[Race]:
    """Those that were not stored before, in the order of their ids, as all workers store them."""
    first = {race.id: race for race in sorted(run, key=attrgetter("id"), reverse=True)}
    ordered = [first[race_id] for race_id in sorted(first)]
    stored = set(connection.scalars(_STORE, bound(_RACE, map(_race_row, ordered))))
    return [race for race in ordered if race.id in stored]


def _rank(connection: Connection, shown: Iterable[Racer]) -> None:
    """Count anew what these racers' wins come to, where they have one more."""
    slots = {
        (SPRINT_WINS, result.terms.variant, span, player_id)
        for player_id, result in shown
        if player_id and result.won
        for span in spans_of(result.ended_at)
    }
    replace_all(connection, held(connection, slots), wins_in(connection, slots))


def _race_row(race: Race) -> tuple[Any, ...]:
    terms = (getattr(race.terms, term) for term in TERMS)
    return race.id, *terms, race.created_at, race.starts_at, race.ended_at


def _entry_row(racer: Racer) -> tuple[Any, ...]:
    player_id, result = racer
    finish, variant, seat = result.finish, result.terms.variant, result.finish.seat
    about = result.race_id, seat, player_id, variant, result.ended_at, result.game_id
    return *about, finish.fate.value, result.place, finish.time_ms, finish.revealed, finish.errors, result.won
