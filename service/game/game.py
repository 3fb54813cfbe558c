"""A game: its facts, and all that is replayed from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from service.game.chain import Flip, chain
from service.game.errors import BrokenSave, GameOver

if TYPE_CHECKING:
    from service.game.deal import Deal
    from service.game.rules import Rules


class Ending(StrEnum):
    """The ways in which a game can be over."""

    WON = "won"
    LOST = "lost"
    ABANDONED = "abandoned"


Status = Literal["in_progress", "won", "lost", "abandoned"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a game is over, and how many cards were still face down."""

    ending: Ending
    hidden: int


@dataclass(frozen=True)
class Game:
    """One game as facts: the deal, the rules, and how far the chain has been followed.

    There is never a choice, so `flips` alone says which moves were made. The dial, the card in hand and the
    outcome are replayed from the facts; a board that no chain leads to cannot be expressed.
    """

    deal: Deal
    rules: Rules
    flips: int = 1
    abandoned: bool = False
    chain: tuple[Flip, ...] = field(init=False, repr=False, compare=False)
    """The deal's whole fate, from the opening flip to the lock."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "chain", chain(self.deal, self.rules))
        if self.deal.decks != self.rules.decks:
            raise BrokenSave(f"a deal of {self.deal.decks} deck(s) under rules for {self.rules.decks}")
        if not 1 <= self.flips <= len(self.chain):
            raise BrokenSave(f"{self.flips} flips on a chain of {len(self.chain)}")
        if self.abandoned and self.flips == len(self.chain):
            raise BrokenSave("abandoned after its end")

    @property
    def hidden(self) -> int:
        """How many cards are still face down."""
        return self.rules.cards - self.flips

    @property
    def revealed(self) -> tuple[Flip, ...]:
        """The flips made so far."""
        return self.chain[: self.flips]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self.abandoned:
            return Outcome(Ending.ABANDONED, self.hidden)
        if self.flips < len(self.chain):
            return None
        return Outcome(Ending.LOST if self.hidden else Ending.WON, self.hidden)

    @property
    def status(self) -> Status:
        """Where the game stands, in one word."""
        outcome = self.outcome
        return outcome.ending.value if outcome else "in_progress"

    @property
    def in_hand(self) -> Flip | None:
        """The flip whose card is not set yet; None once the chain has ended, for an ending card is set at once."""
        return None if self.flips == len(self.chain) else self.chain[self.flips - 1]

    @property
    def set_flips(self) -> tuple[Flip, ...]:
        """The flips whose cards lie under their home piles, in the order in which they were set."""
        return self.chain if self.in_hand is None else self.chain[: self.flips - 1]

    @property
    def locking_seen(self) -> int:
        """How many cards of the locking rank have been flipped."""
        return [card.home for _, card in self.revealed].count(self.rules.opening_pile)

    def step(self, count: int = 1) -> Game:
        """The game `count` forced moves on, or at its end if that comes sooner; `GameOver` if it has ended."""
        if self.outcome is not None:
            raise GameOver(self.outcome)
        return replace(self, flips=min(self.flips + count, len(self.chain)))

    def autoplay(self) -> Game:
        """The game at the end of its chain; `GameOver` if it has ended."""
        return self.step(len(self.chain))

    def abandon(self) -> Game:
        """The game given up where it stands; `GameOver` if it has ended."""
        if self.outcome is not None:
            raise GameOver(self.outcome)
        return replace(self, abandoned=True)
