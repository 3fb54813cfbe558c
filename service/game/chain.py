"""The chain: the whole forced sequence of flips that a deal leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.cards import Card
    from service.game.deal import Deal
    from service.game.rules import Rules


class Flip(NamedTuple):
    """A card turned up, and the pile that it came from."""

    pile: int
    card: Card

    @property
    def is_shuttle(self) -> bool:
        """Whether the card goes back under the pile that it was flipped from."""
        return self.pile == self.card.home

    def __str__(self) -> str:
        return f"{self.pile}:{self.card}"


def chain(deal: Deal, rules: Rules) -> tuple[Flip, ...]:
    """Every flip from the opening to the lock: each card's home is the next pile, until one has run out.

    A deal remembers its chains, for every state of a game asks for the whole of it.
    """
    way = rules.opening_pile, rules.dealing
    if way not in deal.followed:
        deal.followed[way] = tuple(_follow(deal.piles(rules.dealing), rules.opening_pile))
    return deal.followed[way]


def _follow(piles: list[list[Card]], pile: int) -> Iterator[Flip]:
    while face_down := piles[pile - 1]:
        card = face_down.pop()
        yield Flip(pile, card)
        pile = card.home
