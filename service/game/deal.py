"""A deal: one or two whole packs in the order in which they are dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from service.game.cards import PACK, Card
from service.game.errors import Fault, InvalidCard, InvalidDeal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from service.game.chain import Chain
    from service.game.decisions import Decision
    from service.game.rules import Rules

PILES = range(1, 14)
ENOUGH = {1: "one deck has it once", 2: "two decks have it twice"}
"""By the number of decks: how often each card is there."""

Dealing = Literal["one_at_a_time", "packets"]
"""How the cards go round the dial; the odds are the same either way."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A whole pack, or two, in deal order: index 0 is dealt first."""

    cards: tuple[Card, ...]
    followed: dict[tuple[Rules, tuple[Decision, ...]], Chain] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The chains that `chain` has found in this deal: a memo, no fact."""

    def __post_init__(self) -> None:
        faults = tuple(_faults(self.cards))
        if faults:
            raise InvalidDeal(faults)

    @property
    def decks(self) -> int:
        """How many packs: 1 or 2."""
        return len(self.cards) // len(PACK)

    @staticmethod
    def parse(codes: Iterable[str]) -> Deal:
        """The deal with these card codes; `InvalidDeal` names every fault at once."""
        cards: dict[int, Card] = {}
        faults: list[Fault] = []
        for index, code in enumerate(codes):
            try:
                cards[index] = Card.parse(code)
            except InvalidCard:
                faults.append(Fault(index, f"{code[:20]!r} is not a card code such as 7H or KC"))
        if faults:
            decks = 1 if len(cards) + len(faults) <= len(PACK) else 2
            raise InvalidDeal((*faults, *_excess(cards.items(), decks)))
        return Deal(tuple(cards.values()))

    def codes(self) -> list[str]:
        """The card codes in deal order; the inverse of `parse`."""
        return [card.code for card in self.cards]

    def piles(self, dealing: Dealing) -> list[list[Card]]:
        """The thirteen piles as dealt, pile 1 first, each from its bottom (finale) to its top."""
        if dealing == "packets":
            size = len(self.cards) // len(PILES)
            return [list(self.cards[at : at + size]) for at in range(0, len(self.cards), size)]
        return [list(self.cards[pile::13]) for pile in range(13)]

    @staticmethod
    def of_piles(piles: Sequence[Sequence[Card]], dealing: Dealing) -> Deal:
        """The deal that lays these piles; the inverse of `piles`, and `InvalidDeal` if there is none."""
        if dealing == "packets":
            return Deal(tuple(card for pile in piles for card in pile))
        return Deal(tuple(card for row in zip(*piles, strict=True) for card in row))


def _faults(cards: Sequence[Card]) -> Iterator[Fault]:
    decks, rest = divmod(len(cards), len(PACK))
    if rest or decks not in (1, 2):
        yield Fault(None, f"a deal has 52 or 104 cards, not {len(cards)}")
        return
    counts = Counter(card.code for card in cards)
    if len(counts) == len(PACK) and max(counts.values()) == decks:
        return
    yield from _excess(enumerate(cards), decks)
    missing = [f"{card}" for card in PACK for _ in range(decks - counts[card.code])]
    yield Fault(None, f"missing: {' '.join(missing)}")


def _excess(cards: Iterable[tuple[int, Card]], decks: int) -> Iterator[Fault]:
    seen: Counter[str] = Counter()
    for index, card in cards:
        seen[card.code] += 1
        if seen[card.code] > decks:
            yield Fault(index, f"{card} is there too often: {ENOUGH[decks]}")
