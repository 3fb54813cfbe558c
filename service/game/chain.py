"""The chain: the whole forced sequence of flips that a deal leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
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
    """Every flip from the opening to the lock: each card's home is the next pile, until one has run out."""
    piles = deal.piles(rules.dealing)
    flips = []
    pile: int = rules.opening_pile
    while face_down := piles[pile - 1]:
        card = face_down.pop()
        flips.append(Flip(pile, card))
        pile = card.home
    return tuple(flips)
