"""The Horologist Ledger: the score of a finished game, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.game import Ending
from service.game.policy import first_lock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.game import Game

CLEARANCE = 5_000
"""Points a deck for a cleared dial."""
PARTIAL = 100
"""Points for every card set before the one that locked, where the dial was not cleared."""
CHAIN = 500
"""Points for a rank set card after card, all of it."""
MOST_UNCLEARED = 4_999
"""The most points a deck that a dial which was not cleared can earn."""

SPEED = 10
"""Points for every full second by which a dial was cleared within the limit."""
SPEED_LIMIT_S = 120
"""The limit of the speed line, in seconds."""

TITLE = "Master Horologist of the Royal Chronometer"
"""The title of whoever clears the dial."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The points of a game that was played to its end; `cap` is zero or less."""

    clearance: int
    partial: int
    speed: int
    chains: int
    cap: int

    @property
    def total(self) -> int:
        """The score."""
        return self.clearance + self.partial + self.speed + self.chains + self.cap


def ledger(game: Game, runs: Sequence[int], raced_ms: int | None = None) -> Ledger | None:
    """The ledger of a finished game with these `unbroken_runs`; None while it goes on, or when it was abandoned.

    A cleared dial earns the clearance; any other game earns something for each card set before the locking one,
    and is capped below the barest win. A game that was started again is scored as at its first lock. `raced_ms` is
    the time from the opening flip to the last set, where the player raced: nobody races by stepping, or in practice.
    """
    outcome = game.outcome
    if outcome is None or outcome.ending is Ending.ABANDONED:
        return None
    decks = game.rules.decks
    chains = CHAIN * runs.count(game.rules.locking_cards)
    if is_cleared(outcome.ending, game.restarts):
        return Ledger(CLEARANCE * decks, 0, _speed(raced_ms), chains, 0)
    partial = PARTIAL * (_flips_to_lock(game) - 1)
    return Ledger(0, partial, 0, chains, min(0, MOST_UNCLEARED * decks - partial - chains))


def is_cleared(ending: Ending, restarts: int) -> bool:
    """Whether a game that ended so had every card turned up before its chain had to end or to be started again."""
    return ending is Ending.WON or (ending is Ending.COMPLETED and not restarts)


def title(ending: Ending, restarts: int) -> str | None:
    """The title that a game earns which ended so, if any."""
    return TITLE if is_cleared(ending, restarts) else None


def _flips_to_lock(game: Game) -> int:
    return first_lock(game.chain, game.rules) if game.rules.on_lock == "restart" else game.flips


def _speed(raced_ms: int | None) -> int:
    """10 for every full second left of two minutes."""
    return 0 if raced_ms is None else SPEED * max(0, (1000 * SPEED_LIMIT_S - raced_ms) // 1000)


def unbroken_runs(game: Game) -> list[int]:
    """The lengths of the runs of one rank set card after card, in the order of the sets."""
    runs, before = list[int](), 0
    for flip in game.set_flips:
        home = flip.card.home
        if home == before:
            runs[-1] += 1
        else:
            runs.append(1)
        before = home
    return runs


def shuttles(game: Game) -> int:
    """How many cards were set under the very pile that they were flipped from."""
    return sum(flip.is_shuttle for flip in game.set_flips)
