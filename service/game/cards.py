"""Cards: a rank, a suit, and the pile that the rank calls home."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.game.errors import InvalidCard

RANKS = "A23456789TJQK"
SUITS = "SHDC"
CENTRE = 13


@dataclass(frozen=True, slots=True)
class Card:
    """One playing card; `str` prints its two-character code and `parse` reads it back."""

    rank: str
    suit: str
    code: str = field(init=False, repr=False, compare=False)
    home: int = field(init=False, repr=False, compare=False)
    """The pile of this rank: ace 1 ... queen 12, king 13 (the centre)."""

    def __post_init__(self) -> None:
        if self.rank not in tuple(RANKS) or self.suit not in tuple(SUITS):
            raise InvalidCard(self.rank + self.suit)
        object.__setattr__(self, "code", self.rank + self.suit)
        object.__setattr__(self, "home", RANKS.index(self.rank) + 1)

    def __str__(self) -> str:
        return self.code

    @staticmethod
    def parse(text: str) -> Card:
        """The card with this code, in either case; `InvalidCard` if there is none."""
        card = _BY_CODE.get(text.upper()) if text.isascii() else None
        if card is None:
            raise InvalidCard(text)
        return card


PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in the order from which every shuffle starts: spades, hearts, diamonds, clubs, each ace to king."""

_BY_CODE = {card.code: card for card in PACK}
