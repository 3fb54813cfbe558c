"""What a player cannot see of a game, and the same game with other cards there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.deal import PILES
from service.game.game import Game
from tests.game.deals import laid

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from service.game.cards import Card

Place = tuple[int, int]
"""A pile, and how many cards were dealt under the one in question."""


def known(game: Game) -> dict[Place, Card]:
    """The dealt cards whose places the player knows: those that came up, and finales that lie face up."""
    height = game.rules.locking_cards
    cards: dict[Place, Card] = {}
    left = dict.fromkeys(PILES, height)
    for flip in game.revealed:
        cards.setdefault((flip.pile, left[flip.pile] - flip.depth), flip.card)
        left[flip.pile] -= flip.kind != "reprieve"
    if game.rules.finales == "face_up":
        dealt = game.deal.piles(game.rules.dealing)
        cards |= {(pile, 0): dealt[pile - 1][0] for pile in PILES}
    return cards


def unseen(game: Game) -> dict[Place, Card]:
    """The cards at all other places; a buried locking card is known, wherever it was dealt."""
    seen = known(game)
    piles = zip(PILES, game.deal.piles(game.rules.dealing), strict=True)
    dealt = {(number, height): card for number, pile in piles for height, card in enumerate(pile)}
    return {place: card for place, card in dealt.items() if place not in seen}


def with_unseen(game: Game, cards: Sequence[Card]) -> Game:
    """The game that looks the same so far, with these cards at the unseen places."""
    everything = known(game) | dict(zip(unseen(game), cards, strict=True))
    heights = range(game.rules.locking_cards - 1, -1, -1)
    deal = laid([[everything[pile, height] for height in heights] for pile in PILES], game.rules)
    other = Game(deal, game.rules, game.mode, game.decisions, game.cursor, game.abandoned)
    assert other.revealed == game.revealed
    return other


def reshuffled(game: Game, source: Random) -> Game:
    """The game with its unseen cards in any order."""
    cards = list(unseen(game).values())
    source.shuffle(cards)
    return with_unseen(game, cards)


def with_next(game: Game, place: Place, card: Card) -> Game:
    """The game with this unseen card at that unseen place, changed for the one that was there."""
    cards = unseen(game)
    other = next(there for there, one in cards.items() if one == card)
    cards[other], cards[place] = cards[place], card
    return with_unseen(game, list(cards.values()))
