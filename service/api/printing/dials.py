"""Printing what lies on the table: the thirteen piles, the card in hand, and what may be chosen."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from service.content.languages import DEFAULT
from service.content.words import pile_forms
from service.game.cards import RANKS
from service.game.deal import PILES

if TYPE_CHECKING:
    from service.game.chain import Flip
    from service.game.decisions import Choice
    from service.game.game import Game


def print_hand(flip: Flip | None) -> dict[str, Any] | None:
    """The card in hand, where it came from, and where it goes."""
    if flip is None:
        return None
    return {"card": flip.card.code, "from": flip.pile, "home": flip.card.home}


def print_piles(played: Game) -> list[dict[str, Any]]:
    """The dial as `service.game.dial` has it, counted without building its values."""
    face_down = [played.rules.cards // len(PILES)] * len(PILES)
    face_up: list[list[str]] = [[] for _ in PILES]
    for flip in played.revealed:
        # At a reprieve the pile gets the locking card for the one that it gives up.
        face_down[flip.pile - 1] -= flip.kind != "reprieve"
    for flip in played.set_flips:
        face_up[flip.card.home - 1].append(flip.card.code)
    return _rows(face_down, face_up, _finales(played, face_down))


def print_untouched_piles(cards: int) -> list[dict[str, Any]]:
    """So many cards, dealt face down, before the first of them is turned."""
    return _rows([cards // len(PILES)] * len(PILES), [[] for _ in PILES], [None] * len(PILES))


def _rows(face_down: list[int], face_up: list[list[str]], finales: list[str | None]) -> list[dict[str, Any]]:
    rows = zip(PILES, RANKS, _names(), face_down, face_up, finales, strict=True)
    return [
        {"pile": number, "rank": rank, "label": label, "face_down": hidden, "face_up": cards, "finale": finale}
        for number, rank, label, hidden, cards, finale in rows
    ]


@cache
def _names() -> tuple[str, ...]:
    """What the piles are called, pile 1 first."""
    return tuple(pile_forms(pile, DEFAULT)["name"] for pile in PILES)


def _finales(played: Game, face_down: list[int]) -> list[str | None]:
    """The deepest card of each pile where the rules show it and it was not flipped yet."""
    if played.rules.finales == "face_down":
        return [None] * len(PILES)
    dealt = played.deal.piles(played.rules.dealing)
    return [pile[0].code if left else None for pile, left in zip(dealt, face_down, strict=True)]


def print_choices(offered: tuple[Choice, ...] | None) -> list[dict[str, int]] | None:
    """What may be chosen, if anything."""
    if offered is None:
        return None
    return [
        {"pile": choice.pile} if choice.depth is None else {"pile": choice.pile, "depth": choice.depth}
        for choice in offered
    ]
