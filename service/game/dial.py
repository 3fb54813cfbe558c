"""The dial: where every card lies at one moment of a game.

What the rules mean by a board. Whoever shows games by the thousand may count piles in a cheaper way, and is held
against this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.deal import PILES

if TYPE_CHECKING:
    from service.game.cards import Card
    from service.game.chain import Flip
    from service.game.game import Game


@dataclass(frozen=True, slots=True)
class Pile:
    """One of the thirteen piles."""

    number: int
    face_down: tuple[Card, ...]
    """From the finale at the bottom to the top, which is flipped next."""
    face_up: tuple[Card, ...]
    """In the order in which they were set."""


@dataclass(frozen=True, slots=True)
class Dial:
    """The thirteen piles, pile 1 first, and the card in hand; together they hold every card once."""

    piles: tuple[Pile, ...]
    in_hand: Flip | None


def dial(game: Game) -> Dial:
    """The dial of a game as it stands, replayed from the deal."""
    face_down = game.deal.piles(game.rules.dealing)
    for index, flip in enumerate(game.revealed):
        pile = face_down[flip.pile - 1]
        if flip.kind == "reprieve":
            pile[-flip.depth] = game.revealed[index - 1].card
        else:
            pile.pop()
    face_up: list[list[Card]] = [[] for _ in PILES]
    for flip in game.set_flips:
        face_up[flip.card.home - 1].append(flip.card)
    piles = (Pile(number, tuple(down), tuple(up)) for number, down, up in zip(PILES, face_down, face_up, strict=True))
    return Dial(tuple(piles), game.in_hand)
