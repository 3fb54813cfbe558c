"""The races of a player, as they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, tuple_

from service.game.race import Fate, Finish
from service.play.pages import Page
from service.play.race_results import RaceResult, RaceTally
from service.play.race_terms import RaceTerms
from service.storage.postgres.race_tables import TERMS, race_entries, races

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

    from service.play.pages import Key

_others = race_entries.alias("others")
_racers = select(func.count()).where(_others.c.race_id == races.c.id).scalar_subquery()
_RACE = select(
    races,
    _racers.label("racers"),
    *(race_entries.c[name] for name in ("seat", "state", "place", "time_ms", "revealed", "won")),
    race_entries.c.errors.label("mistakes"),
).select_from(race_entries.join(races))
_place = tuple_(race_entries.c.ended_at, race_entries.c.race_id)
_NEWEST_FIRST = _RACE.order_by(race_entries.c.ended_at.desc(), race_entries.c.race_id.desc())


def races_of(connection: Connection, player_id: str, after: Key | None, limit: int) -> Page[RaceResult]:
    """The player's next `limit` races, newest first."""
    query = _NEWEST_FIRST.where(race_entries.c.player_id == player_id).limit(limit + 1)
    if after is not None:
        query = query.where(_place < after)
    rows = connection.execute(query).all()
    items = tuple(map(_race_result, rows[:limit]))
    return Page(items, items[-1].key if len(rows) > limit else None)


def tally_of(connection: Connection, player_id: str) -> RaceTally:
    """How many races the player has run and won, counted in indexes."""
    counts = func.count(), func.count().filter(race_entries.c.won)
    row = connection.execute(select(*counts).where(race_entries.c.player_id == player_id)).one()
    return RaceTally(*row)


def _race_result(row: Row[Any]) -> RaceResult:
    terms = RaceTerms(**{term: getattr(row, term) for term in TERMS})
    finish = Finish(row.seat, Fate(row.state), row.revealed, row.mistakes, row.time_ms)
    return RaceResult(
        race_id=row.id,
        terms=terms,
        racers=row.racers,
        created_at=row.created_at,
        starts_at=row.starts_at,
        ended_at=row.ended_at,
        place=row.place,
        finish=finish,
        won=row.won,
    )
