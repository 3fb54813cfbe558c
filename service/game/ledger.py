"""The Horologist Ledger: the score of a finished game, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from service.game.game import Ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.game import Game

CLEARANCE = 5_000
PARTIAL = 100
CHAIN = 500
MOST_UNCLEARED = 4_999

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


def ledger(game: Game, runs: Sequence[int]) -> Ledger | None:
    """The ledger of a won or lost game with these `unbroken_runs`; None while it goes on, or when it was abandoned.

    A cleared dial earns the clearance; any other game earns something for each card set before the locking one,
    and is capped below the barest win. Only a race against time earns speed, and nobody races by stepping.
    """
    outcome = game.outcome
    if outcome is None or outcome.ending is Ending.ABANDONED:
        return None
    decks = game.rules.decks
    chains = CHAIN * sum(length == 4 * decks for length in runs)
    if outcome.ending is Ending.WON:
        return Ledger(CLEARANCE * decks, 0, 0, chains, 0)
    partial = PARTIAL * (game.flips - 1)
    return Ledger(0, partial, 0, chains, min(0, MOST_UNCLEARED * decks - partial - chains))


def unbroken_runs(game: Game) -> list[int]:
    """The lengths of the runs of one rank set card after card, in the order of the sets."""
    homes = (flip.card.home for flip in game.set_flips)
    return [len(list(run)) for _, run in groupby(homes)]


def shuttles(game: Game) -> int:
    """How many cards were set under the very pile that they were flipped from."""
    return sum(flip.is_shuttle for flip in game.set_flips)
