"""The chain: the sequence of cards that come into hand, forced by the deal but for the player's decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from service.game.cards import CENTRE
from service.game.deal import PILES
from service.game.decisions import Choice, Decline, Exchange, Fork
from service.game.errors import InvalidDecision

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.game.cards import Card
    from service.game.deal import Deal
    from service.game.decisions import Decision, Question
    from service.game.rules import Rules

MOST_REMEMBERED = 8
"""How many chains a deal remembers: those of one game and its latest decisions, whatever its player asks for."""

Kind = Literal["open", "move", "restart", "reprieve"]
"""How a card came into hand: as the first, after another was set, after a lock, or in exchange for a locking card."""


class Flip(NamedTuple):
    """A card that came into hand, and the pile that it came from."""

    pile: int
    card: Card
    kind: Kind = "move"
    depth: int = 1
    """Where in the pile it lay: 1 is the top, from which all cards come but the one taken at a reprieve."""

    @property
    def is_shuttle(self) -> bool:
        """Whether the card goes back under the pile that it came from."""
        return self.pile == self.card.home

    def __str__(self) -> str:
        return f"{self.pile}:{self.card}"


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain up to its end, or to the first question that has no answer yet."""

    flips: tuple[Flip, ...]
    decided_at: tuple[int, ...] = ()
    """For each decision, how many flips had been made when the question came up."""
    question: Question | None = None
    choices: tuple[Choice, ...] = ()
    """The ways to answer the question."""
    declined: bool = False
    """Whether it ends because a reprieve was declined."""


def chain(deal: Deal, rules: Rules, decisions: tuple[Decision, ...] = ()) -> Chain:
    """Every flip from the opening on; `InvalidDecision` for an answer to no question, or one that is not offered.

    A deal remembers a few of its chains, for every state of a game asks for the whole of it.
    """
    way = rules, decisions
    if way not in deal.followed:
        walk = _Walk(deal.piles(rules.dealing), rules, iter(decisions))
        found = walk.follow()
        if len(found.decided_at) < len(decisions):
            raise InvalidDecision(f"{decisions[len(found.decided_at)]} answers no question")
        if len(deal.followed) >= MOST_REMEMBERED:
            deal.followed.clear()
        deal.followed[way] = found
    return deal.followed[way]


def opposite(hour: int) -> int:
    """The hour straight across the dial."""
    return (hour + 5) % 12 + 1


@dataclass(slots=True)
class _Walk:
    """One way along the chain."""

    piles: list[list[Card]]
    rules: Rules
    decisions: Iterator[Decision]
    flips: list[Flip] = field(default_factory=list)
    decided_at: list[int] = field(default_factory=list)

    def follow(self) -> Chain:
        """The whole chain, from the opening pile on."""
        onward: tuple[int, Kind] | None = (self.rules.opening_pile, "open")
        while onward is not None:
            pile, kind = onward
            self.flips.append(Flip(pile, self.piles[pile - 1].pop(), kind))
            if branches := self._branches(self.flips[-1]):
                decision = next(self.decisions, None)
                if decision is None:
                    return self._asking("fork", branches)
                onward = self._turn(decision, branches), "move"
            else:
                onward = self._next_pile(self.flips[-1].card.home)
            if onward is None and self._may_be_reprieved():
                decision = next(self.decisions, None)
                if decision is None:
                    return self._asking("reprieve", self._hidden_places())
                self._note()
                if isinstance(decision, Decline):
                    return Chain(tuple(self.flips), tuple(self.decided_at), declined=True)
                onward = self._next_pile(self._exchange(decision).home)
        return Chain(tuple(self.flips), tuple(self.decided_at))

    def _next_pile(self, home: int) -> tuple[int, Kind] | None:
        """Where the next card comes from once a card was set at its home; None at a lock that ends the chain."""
        if self.piles[home - 1]:
            return home, "move"
        if self.rules.fork == "opposite" and home != CENTRE:
            return next((hour, "move") for hour in _clockwise(home) if self.piles[hour - 1])
        if self.rules.on_lock == "restart":
            return next(((pile, "restart") for pile in PILES if self.piles[pile - 1]), None)
        return None

    def _branches(self, flip: Flip) -> tuple[Choice, ...]:
        """The ways on from a shuttle at an hour, if there are two."""
        if self.rules.fork == "none" or not flip.is_shuttle or flip.pile == CENTRE:
            return ()
        both = flip.pile, opposite(flip.pile)
        return tuple(Choice(pile, None) for pile in both) if all(self.piles[pile - 1] for pile in both) else ()

    def _turn(self, decision: Decision, branches: Sequence[Choice]) -> int:
        self._note()
        if not isinstance(decision, Fork) or Choice(decision.pile, None) not in branches:
            raise InvalidDecision(f"the ways on are {' and '.join(str(way.pile) for way in branches)}")
        return decision.pile

    def _may_be_reprieved(self) -> bool:
        exchanged = any(flip.kind == "reprieve" for flip in self.flips)
        return self.rules.reprieves > exchanged and any(self.piles)

    def _exchange(self, decision: Decision) -> Card:
        """Lay the locking card in the place of another, which comes into hand."""
        if not isinstance(decision, Exchange) or not self._lies_face_down(decision.pile, decision.depth):
            raise InvalidDecision("no card lies face down there", self._amiss(decision))
        locking = self.flips[-1].card
        pile = self.piles[decision.pile - 1]
        taken, pile[-decision.depth] = pile[-decision.depth], locking
        self.flips.append(Flip(decision.pile, taken, "reprieve", decision.depth))
        return taken

    def _amiss(self, decision: Decision) -> Literal["pile", "depth"]:
        """What is wrong with an exchange: its depth, where the pile has face-down cards at all."""
        return "depth" if self._lies_face_down(getattr(decision, "pile", 0), 1) else "pile"

    def _lies_face_down(self, pile: int, depth: int) -> bool:
        return pile in PILES and 1 <= depth <= len(self.piles[pile - 1])

    def _hidden_places(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(number, depth)
            for number, pile in zip(PILES, self.piles, strict=True)
            for depth in range(1, len(pile) + 1)
        )

    def _asking(self, question: Question, choices: tuple[Choice, ...]) -> Chain:
        return Chain(tuple(self.flips), tuple(self.decided_at), question, choices)

    def _note(self) -> None:
        self.decided_at.append(len(self.flips))


def _clockwise(hour: int) -> Iterator[int]:
    """The other hours, from the next one on."""
    return ((hour - 1 + distance) % 12 + 1 for distance in range(1, 12))
