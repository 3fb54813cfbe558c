"""Deals to test with: any deal, and deals made for a chain that one has in mind."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from service.game.cards import PACK, Card
from service.game.deal import Deal
from service.game.game import Game
from service.game.rules import OPTIONS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

EVERY_RULES = tuple(Rules(**dict(zip(OPTIONS, values, strict=True))) for values in product(*OPTIONS.values()))  # type: ignore[arg-type]  # the values are the options' own

KINGS = tuple(Card("K", suit) for suit in "SHDC")
HOUR_CARDS = tuple(sorted((card for card in PACK if card.rank != "K"), key=lambda card: card.home))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A new game of any deal under any rules."""
    rules = draw(st.sampled_from(EVERY_RULES))
    return Game(draw(deals(rules.decks)), rules)


def deals(decks: int) -> st.SearchStrategy[Deal]:
    """Any deal of this many packs."""
    return st.permutations(PACK * decks).map(lambda cards: Deal(tuple(cards)))


def seeded(seed: str) -> Random:
    """A generator of reproducible numbers, which is not the service's own."""
    return Random(seed)  # noqa: S311  nothing in a test is secret


def random_deal(source: Random, decks: int = 1) -> Deal:
    """A uniformly random deal."""
    cards = list(PACK * decks)
    source.shuffle(cards)
    return Deal(tuple(cards))


def dealt_to_flip(flipped: Iterable[Card], rules: Rules | None = None) -> Deal:
    """A deal whose chain begins with these cards; the rest fill the open places, aces at pile 1 first."""
    rules = rules or Rules()
    places: list[list[Card]] = [[] for _ in range(13)]  # each from its top
    rest = sorted(PACK * rules.decks, key=lambda card: card.home)
    pile: int = rules.opening_pile
    for card in flipped:
        places[pile - 1].append(card)
        rest.remove(card)
        pile = card.home
    for place in places:
        while len(place) < 4 * rules.decks:
            place.append(rest.pop(0))
    return laid(places, rules)


def laid(places: list[list[Card]], rules: Rules) -> Deal:
    """The deal that lays these cards, pile by pile from its top, under the rules' way of dealing."""
    if rules.dealing == "packets":
        return Deal(tuple(card for place in places for card in reversed(place)))
    return Deal(tuple(card for row in zip(*map(reversed, places), strict=True) for card in row))
