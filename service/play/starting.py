"""How a race comes to its start, or to nothing. All of it is pure; instants are the store's, in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from service.game.game import Game
from service.game.shuffle import shuffle
from service.play.identity import race_game_id
from service.play.race import COUNTDOWN_MS
from service.play.race_events import Step, happening
from service.play.record import DealKind, Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.deal import Deal
    from service.game.shuffle import Seeds
    from service.play.race import Race

FEWEST_RACERS = 2


def unready(race: Race) -> tuple[int, ...]:
    """The seats that keep a race from starting; the host is ready by saying so."""
    return tuple(seat.number for seat in race.seats if not seat.ready and seat.number != race.host)


def can_start(race: Race) -> bool:
    """Whether enough are there, and all of them ready."""
    return len(race.seats) >= FEWEST_RACERS and not unready(race)


def all_ready(race: Race) -> bool:
    """Whether enough are there, and every one of them has said that they are ready, the host too."""
    return len(race.seats) >= FEWEST_RACERS and all(seat.ready for seat in race.seats)


def announced(race: Race, now: int) -> Step:
    """The race counts down to its start, and its games are dealt, waiting for that instant."""
    now = max(now, race.updated_at)
    starts_at = now + COUNTDOWN_MS
    facts = {"starts_at": starts_at, "ends_at": starts_at + 1000 * race.terms.time_limit_s}
    step = happening(race, now, "countdown", facts, status="countdown", starts_at=starts_at)
    return Step(step.race, step.events, tuple(_dealt(step.race)))


def cancelled(race: Race, at: int, reason: Literal["expired", "deserted"]) -> Step:
    """The race comes to nothing: nobody started it in time, or nobody is left."""
    at = max(at, race.updated_at)
    return happening(race, at, "cancelled", {"reason": reason}, status="cancelled", ended_at=at)


def _dealt(race: Race) -> Iterator[Draft]:
    """The game of each seat."""
    deals: dict[Seeds, Deal] = {}
    for seat in race.seats:
        seeds = race.seeds(seat.number)
        deal = deals.get(seeds) or deals.setdefault(seeds, shuffle(seeds, race.rules.decks))
        yield Draft(
            race_game_id(race.id, seat.number),
            seat.player_id,
            DealKind.RACE,
            practice=False,
            seeds=seeds,
            game=Game(deal, race.rules, "placement"),
            time_limit_s=race.terms.time_limit_s,
        )
