"""A game: its facts, and all that is replayed from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from service.game.chain import Chain, Flip, chain
from service.game.decisions import Decline, Exchange, Fork
from service.game.errors import (
    BrokenSave,
    DecisionPending,
    GameOver,
    InvalidDecision,
    NothingToDecide,
    NothingToUndo,
)
from service.game.rules import MOST_CARDS

if TYPE_CHECKING:
    from service.game.deal import Deal
    from service.game.decisions import Choice, Decision
    from service.game.rules import Rules

MOST_POSITIONS = MOST_CARDS + 2
"""No game has more: a position for every card, one for a reprieve, and one for the end."""

Mode = Literal["reveal", "placement"]
"""Whether the service sets the cards, or the player does."""


class Ending(StrEnum):
    """The ways in which a game can be over."""

    WON = "won"
    LOST = "lost"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


Status = Literal["in_progress", "awaiting_reprieve", "awaiting_fork", "won", "lost", "completed", "abandoned"]
_WAITING: dict[str, Status] = {"reprieve": "awaiting_reprieve", "fork": "awaiting_fork"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a game is over, and how many cards were still face down."""

    ending: Ending
    hidden: int


@dataclass(frozen=True)
class Game:
    """One game as facts: the deal, the rules, what the player decided, and how far the chain has been followed.

    The dial, the card in hand and the outcome are replayed from the facts; a board that no chain leads to cannot be
    expressed.
    """

    deal: Deal
    rules: Rules
    mode: Mode = "reveal"
    decisions: tuple[Decision, ...] = ()
    """Those that were made up to here, in order."""
    cursor: int = 1
    """The position: 1 with the opening card in hand, one more with every card that came into hand since.

    One position more, in which the last card is set too, follows where that takes a step of its own: in placement
    mode, and when a reprieve was declined.
    """
    abandoned: bool = False
    chain: Chain = field(init=False, repr=False, compare=False)
    """The deal's fate, from the opening flip to the end or to the next decision."""
    last: int = field(init=False, repr=False, compare=False)
    """The furthest position, at the end or at the next decision."""

    def __post_init__(self) -> None:
        if self.deal.decks != self.rules.decks:
            raise BrokenSave(f"a deal of {self.deal.decks} deck(s) under rules for {self.rules.decks}")
        try:
            followed = chain(self.deal, self.rules, self.decisions)
        except InvalidDecision as fault:
            raise BrokenSave(fault.reason) from fault
        object.__setattr__(self, "chain", followed)
        rests = followed.declined or (self.mode == "placement" and followed.question is None)
        object.__setattr__(self, "last", len(followed.flips) + rests)
        if not 1 <= self.cursor <= self.last:
            raise BrokenSave(f"position {self.cursor} on a chain of {self.last}")
        if followed.decided_at and self.cursor <= followed.decided_at[-1]:
            raise BrokenSave("a decision before its question")
        if self.abandoned and self._is_played_out:
            raise BrokenSave("abandoned after its end")

    @property
    def flips(self) -> int:
        """How many cards lie face up or are in hand: those that came into hand, less one for an exchange."""
        return min(self.cursor, len(self.chain.flips)) - self._has_exchanged

    @property
    def hidden(self) -> int:
        """How many cards are still face down."""
        return self.rules.cards - self.flips

    @property
    def revealed(self) -> tuple[Flip, ...]:
        """Every flip so far; a locking card that was exchanged and comes again is there twice."""
        return self.chain.flips[: self.cursor]

    @property
    def seen(self) -> tuple[Flip, ...]:
        """The flips whose cards lie face up or are in hand now, in the order in which they came."""
        made = self.revealed
        if not self._has_exchanged:
            return made
        at = next(index for index, flip in enumerate(made) if flip.kind == "reprieve")
        return made[: at - 1] + made[at:]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self.abandoned:
            return Outcome(Ending.ABANDONED, self.hidden)
        if not self._is_played_out:
            return None
        if self.rules.on_lock == "restart":
            return Outcome(Ending.COMPLETED, 0)
        return Outcome(Ending.LOST if self.hidden else Ending.WON, self.hidden)

    @property
    def status(self) -> Status:
        """Where the game stands, in one word."""
        outcome = self.outcome
        if outcome is not None:
            return outcome.ending.value
        return _WAITING[self.chain.question] if self.chain.question and self.cursor == self.last else "in_progress"

    @property
    def choices(self) -> tuple[Choice, ...] | None:
        """The ways to decide, while the game waits for a decision."""
        return self.chain.choices if self.status in _WAITING.values() else None

    @property
    def in_hand(self) -> Flip | None:
        """The flip whose card is not set yet; None once the chain has ended, for an ending card is set at the end."""
        return None if self._is_played_out else self.chain.flips[self.cursor - 1]

    @property
    def set_flips(self) -> tuple[Flip, ...]:
        """The flips whose cards lie under their home piles, in the order in which they were set."""
        return self.seen if self.in_hand is None else self.seen[:-1]

    @property
    def locking_seen(self) -> int:
        """How many cards of the locking rank lie face up or are in hand."""
        return [flip.card.home for flip in self.seen].count(self.rules.opening_pile)

    @property
    def restarts(self) -> int:
        """How often the chain was started again after a lock."""
        return 0 if self.rules.on_lock == "end" else [flip.kind for flip in self.revealed].count("restart")

    def accepts(self, pile: int) -> bool:
        """Whether the card in hand belongs under this pile."""
        self._check_moving()
        return self.chain.flips[self.cursor - 1].card.home == pile

    def step(self, count: int = 1) -> Game:
        """The game `count` positions on, or at its end or next decision if that comes sooner.

        Raises `GameOver`, `DecisionPending`.
        """
        self._check_moving()
        return replace(self, cursor=min(self.cursor + count, self.last))

    def decide(self, decision: Decision) -> Game:
        """The game after this decision. Raises `GameOver`, `NothingToDecide`, `InvalidDecision`."""
        self._check_going_on()
        asked = {"reprieve": (Exchange, Decline), "fork": (Fork,), None: ()}[self.chain.question]
        if self.cursor < self.last or not isinstance(decision, asked):
            raise NothingToDecide
        decisions = *self.decisions, decision
        chain(self.deal, self.rules, decisions)
        return replace(self, decisions=decisions, cursor=self.cursor + 1)

    def undo(self, start: int = 1) -> Game:
        """The game one position back, which takes back a decision made there; `NothingToUndo` at the start.

        An end is no obstacle, unless the game was given up: `GameOver`.
        """
        if self.abandoned:
            self._check_going_on()
        if self.cursor <= start:
            raise NothingToUndo
        cursor = self.cursor - 1
        kept = sum(at < cursor for at in self.chain.decided_at)
        return replace(self, cursor=cursor, decisions=self.decisions[:kept])

    def abandon(self) -> Game:
        """The game given up where it stands; `GameOver` if it has ended."""
        self._check_going_on()
        return replace(self, abandoned=True)

    @property
    def _is_played_out(self) -> bool:
        return self.cursor == self.last and self.chain.question is None

    @property
    def _has_exchanged(self) -> bool:
        return bool(self.rules.reprieves) and any(flip.kind == "reprieve" for flip in self.revealed)

    def _check_going_on(self) -> None:
        if self.outcome is not None:
            raise GameOver(self.outcome)

    def _check_moving(self) -> None:
        self._check_going_on()
        if self.chain.question is not None and self.cursor == self.last:
            raise DecisionPending(self.chain.question)
