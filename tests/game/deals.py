"""Deals to test with: any deal, and deals made for a chain that one has in mind."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, get_args

from hypothesis import strategies as st

from service.game.cards import PACK, Card
from service.game.deal import Deal
from service.game.decisions import Decline, Exchange, Fork
from service.game.game import MOST_POSITIONS, Game, Mode
from service.game.rules import CONFLICTS, OPTIONS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from service.game.decisions import Choice, Decision


def _combinations() -> Iterator[dict[str, Any]]:
    """All options that go together, by the table of those that do not."""
    for values in product(*OPTIONS.values()):
        options = dict(zip(OPTIONS, values, strict=True))
        if not any(options[it.option] == it.value and options[it.other] == it.clash for it in CONFLICTS):
            yield options


EVERY_RULES = tuple(Rules(**options) for options in _combinations())
FORCED_RULES = tuple(rules for rules in EVERY_RULES if not rules.asks)
PLAIN_RULES = tuple(rules for rules in FORCED_RULES if rules.on_lock == "end")
"""Those under which the chain is forced and ends at its first lock."""

MODES = get_args(Mode)

KINGS = tuple(Card("K", suit) for suit in "SHDC")
HOUR_CARDS = tuple(sorted((card for card in PACK if card.rank != "K"), key=lambda card: card.home))


@st.composite
def games(draw: st.DrawFn, among: Sequence[Rules] = EVERY_RULES, mode: Mode | None = None) -> Game:
    """A new game of any deal, under any of these rules, in any mode unless one is given."""
    rules = draw(st.sampled_from(among))
    return Game(draw(deals(rules.decks)), rules, draw(st.just(mode) if mode else st.sampled_from(MODES)))


@st.composite
def histories(draw: st.DrawFn, among: Sequence[Rules] = EVERY_RULES) -> list[Game]:
    """Every state of a game from its opening to its end, with any decisions."""
    states = [draw(games(among))]
    while states[-1].outcome is None:
        game = states[-1]
        states.append(game.step() if game.choices is None else game.decide(draw(decisions(game.choices))))
    return states


def states() -> st.SearchStrategy[Game]:
    """A game in any state that play can lead to."""
    return histories().flatmap(st.sampled_from)


def decisions(choices: Sequence[Choice]) -> st.SearchStrategy[Decision]:
    """Any decision that these choices allow."""
    return st.sampled_from([*map(decided, choices), *([Decline()] if choices[0].depth else [])])


def decided(choice: Choice) -> Decision:
    """The decision for this choice."""
    return Fork(choice.pile) if choice.depth is None else Exchange(choice.pile, choice.depth)


def locked(game: Game) -> Game:
    """The game at its end or next decision."""
    return game.step(MOST_POSITIONS)


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
