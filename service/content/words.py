"""Words for cards, piles, states and moves: what a screen reader says, and what sentences are made of.

A word comes in forms, for languages that inflect: each language names its own and uses them in its own sentences, as
in ``{card[the]}``. The form ``name`` is the word standing alone, which every word has in every language.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from service.content.languages import texts
from service.game.cards import PACK, RANKS, Card
from service.game.deal import PILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    Forms = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PileWords:
    """A pile in words."""

    pile: int
    rank: str
    name: str
    """As ``seven o'clock``."""
    position: str
    """Where it lies on the dial, as ``upper right``."""
    numeral: str
    """Its Roman numeral; empty for the centre."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the coach says of a mistake, whatever the card."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Labels:
    """Every word that a screen reader may need, by code."""

    cards: dict[str, str]
    piles: tuple[PileWords, ...]
    statuses: dict[str, str]
    moves: dict[str, str]
    outcomes: dict[str, str]
    coach: dict[str, Lesson]
    """What the coach says for each of its codes."""
    pile_state: str
    """A pile and its cards, with the places ``{pile}``, ``{face_down}`` and ``{face_up}``."""


@cache
def card_forms(card: Card, lang: str) -> Forms:
    """A card in all forms of its language; `UnknownLanguage`."""
    words = texts(lang, "words")
    parts = {"rank": words["ranks"][card.rank], "suit": words["suits"][card.suit]}
    return {form: template.format_map(parts) for form, template in words["card"].items()}


def pile_forms(pile: int, lang: str) -> Forms:
    """A pile, 1 to 13, in all forms of its language; `UnknownLanguage`."""
    forms: Forms = texts(lang, "words")["piles"][str(pile)]
    return forms


def rank_forms(rank: str, lang: str) -> Forms:
    """A rank in all forms of its language, ``name`` and ``plural`` among them; `UnknownLanguage`."""
    forms: Forms = texts(lang, "words")["ranks"][rank]
    return forms


def last_forms(rank: str, copies: int, lang: str) -> Forms:
    """The last card of a locking rank of which there are so many, as ``fourth king``; `UnknownLanguage`."""
    forms: Forms = texts(lang, "words")["last"][f"{rank}{copies}"]
    return forms


def describe_pile(pile: int, face_down: int, face_up: int, lang: str) -> str:
    """A pile and how many of its cards lie which way, for a screen reader; `UnknownLanguage`."""
    template: str = texts(lang, "words")["pile_state"]
    return template.format(pile=pile_forms(pile, lang)["name"], face_down=face_down, face_up=face_up)


def labels(lang: str) -> Labels:
    """All labels of a language; `UnknownLanguage`."""
    words = texts(lang, "words")
    return Labels(
        cards={card.code: card_forms(card, lang)["name"] for card in PACK},
        piles=tuple(_pile_words(pile, words["piles"][str(pile)]) for pile in PILES),
        statuses=words["statuses"],
        moves=words["moves"],
        outcomes=words["outcomes"],
        coach={code: Lesson(**table) for code, table in words["coach"].items()},
        pile_state=words["pile_state"],
    )


def _pile_words(pile: int, words: dict[str, Any]) -> PileWords:
    return PileWords(pile, RANKS[pile - 1], words["name"], words["position"], words["numeral"])
