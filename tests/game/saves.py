"""Saves to test with, and ways to damage them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from service.game.chain import Flip
from service.game.deal import PILES
from service.game.dial import Pile
from service.game.game import Game
from service.game.rules import Rules
from service.game.save_documents import check, print_save
from service.game.saves import Save, save_of
from tests.game.deals import MODES, PLAIN_RULES, laid, random_deal, seeded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from service.game.cards import Card

Document = dict[str, Any]
Path = tuple[str | int, ...]
"""The names and indices that lead to a value in a document."""

CARD_LISTS: tuple[Path, ...] = tuple(("piles", at, side) for at in range(13) for side in ("face_down", "face_up"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 20) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
"""Any value, which is no save."""

SOURCES = st.integers(0, 2**32).map(lambda number: seeded(f"saves {number}"))
"""Generators of reproducible numbers; deals come from these, for one that Hypothesis draws card by card is slow."""


def opened(source: Random, rules: Rules | None = None) -> Game:
    """A new game of a random deal, under any rules that allow saves unless some are given."""
    rules = rules or source.choice(PLAIN_RULES)
    return Game(random_deal(source, rules.decks), rules, source.choice(MODES))


def in_play(source: Random, rules: Rules | None = None) -> Game:
    """Such a game at any point of its play."""
    game = opened(source, rules)
    return replace(game, cursor=source.randrange(1, game.last))


def before_its_end(game: Game) -> Game:
    """The last state in which the game goes on."""
    return replace(game, cursor=game.last - 1)


def random_save(source: Random, rules: Rules) -> Save:
    """A dial that keeps to the counts, made without any chain: cards are turned up and taken in hand as they come."""
    cards = random_deal(source, rules.decks).cards
    up = list(cards[: source.randrange(len(cards))])
    locking = [card for card in up if card.home == rules.opening_pile]
    if len(locking) == rules.locking_cards:
        up.remove(locking[0])
    rest = list(cards)
    for card in up:
        rest.remove(card)
    in_hand = rest.pop()
    sources = {card.home for card in up} or {rules.opening_pile}
    flip = Flip(source.choice(sorted(sources)), in_hand, "move" if up else "open")
    piles = []
    for number in PILES:
        face_up = tuple(card for card in up if card.home == number)
        left = 4 * rules.decks - len(face_up) - (number == rules.opening_pile)
        piles.append(Pile(number, tuple(rest.pop() for _ in range(left)), face_up))
    return Save(rules, "placement", tuple(piles), flip)


def any_order(source: Random, save: Save) -> list[Card]:
    """The set cards in any order that keeps each pile's own and ends under the pile of the card in hand."""
    queues = {pile.number: list(pile.face_up) for pile in save.piles if pile.face_up}
    newest = [queues[save.in_hand.pile].pop()] if queues else []
    order: list[Card] = []
    while any(queues.values()):
        order.append(source.choice([queue for queue in queues.values() if queue]).pop(0))
    return order + newest


def grown(order: Sequence[Card], save: Save) -> Game:
    """The game that stands as the save does, its cards set in this order."""
    places: dict[int, list[Card]] = {pile: [] for pile in PILES}
    pile: int = save.rules.opening_pile
    for card in (*order, save.in_hand.card):
        places[pile].append(card)
        pile = card.home
    tops = [[*places[pile.number], *reversed(pile.face_down)] for pile in save.piles]
    return Game(laid(tops, save.rules), save.rules, save.mode, cursor=len(order) + 1)


def documents(rules: Sequence[Rules] = PLAIN_RULES) -> st.SearchStrategy[Document]:
    """The save of any game in play."""
    return st.builds(
        lambda source, chosen: print_save(save_of(in_play(source, chosen))),
        SOURCES,
        st.sampled_from(rules),
    )


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """The way to every value in a document, the document's own first."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in inner:
        yield from places(one, (*path, step))


def at(document: Any, path: Sequence[str | int]) -> Any:
    """The value there."""
    for step in path:
        document = document[step]
    return document


def changed(document: Document, path: Sequence[str | int], value: object) -> Document:
    """The document with another value there."""
    made = deepcopy(document)
    at(made, path[:-1])[path[-1]] = value
    return made


def without(document: Document, path: Sequence[str | int]) -> Document:
    """The document without what is there."""
    made = deepcopy(document)
    del at(made, path[:-1])[path[-1]]
    return made


def found(document: object) -> dict[str, str]:
    """What is wrong, by pointer."""
    return {fault.pointer: fault.detail for fault in check(document)}


def some_document() -> Document:
    """A standard game's save with cards set under several piles, always the same."""
    return print_save(save_of(opened(seeded("some document"), Rules()).step(12)))


def spots(document: Document) -> list[Path]:
    """The ways to all cards in the piles."""
    return [(*way, index) for way in CARD_LISTS for index in range(len(at(document, way)))]


def pointer(way: Sequence[str | int]) -> str:
    """The JSON pointer to what is there."""
    return "".join(f"/{step}" for step in way)


def steps(way: str) -> list[str | int]:
    """The way that a JSON pointer leads."""
    return [int(step) if step.isdigit() else step for step in way.split("/")[1:]]
