"""Save documents: a save as plain lists, texts and numbers, which clients keep as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.game.cards import Card
from service.game.chain import Flip
from service.game.dial import Pile
from service.game.errors import InvalidSave
from service.game.rules import Rules
from service.game.save_checks import violations
from service.game.save_sketch import FORMAT, sketch
from service.game.saves import Save

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.game.errors import Violation


def print_save(save: Save) -> dict[str, Any]:
    """The document of a save."""
    return {
        "format": FORMAT,
        "rules": save.rules.options,
        "mode": save.mode,
        "piles": [
            {"pile": pile.number, "face_down": _codes(pile.face_down), "face_up": _codes(pile.face_up)}
            for pile in save.piles
        ],
        "hand": {"card": save.in_hand.card.code, "from": save.in_hand.pile},
    }


def check(document: object) -> list[Violation]:
    """Everything for which the document is no save of a game in play; empty if it is one."""
    return violations(sketch(document))


def parse_save(document: Mapping[str, Any]) -> Save:
    """The save with this document; the inverse of `print_save`, and `InvalidSave` if there is none.

    Options of the rules that are left out are the standard game's, and card codes may be in lower case.
    """
    if found := check(document):
        raise InvalidSave(tuple(found))
    piles = tuple(
        Pile(pile["pile"], _cards(pile["face_down"]), _cards(pile["face_up"])) for pile in document["piles"]
    )
    hand, is_new = document["hand"], not any(pile.face_up for pile in piles)
    in_hand = Flip(hand["from"], Card.parse(hand["card"]), "open" if is_new else "move")
    return Save(Rules(**document["rules"]), document["mode"], piles, in_hand)


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _cards(codes: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes))
