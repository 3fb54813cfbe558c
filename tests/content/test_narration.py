"""Moves, mistakes and hints in plain words, which tell what happened and nothing more."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from service.content.errors import UnknownLanguage
from service.content.languages import languages
from service.content.narration import coach, fork_hint, hint, narrate, reprieve_hint
from service.content.words import card_forms, pile_forms
from service.game.cards import PACK, Card
from service.game.chain import Flip
from service.game.coach import Mistake
from service.game.moves import Move, moves
from tests.game.deals import histories

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Game

LANGUAGES = pytest.mark.parametrize("lang", languages())
SEVEN, JACK, KING = Card("7", "H"), Card("J", "C"), Card("K", "S")


def named(text: str, lang: str) -> set[str]:
    """The codes of all cards that a text names."""
    return {card.code for card in PACK if any(form in text for form in card_forms(card, lang).values())}


@given(histories())
def test_a_move_is_told_with_its_cards_and_no_others(history: list[Game]) -> None:
    for move in moves(history[-1]):
        cards = {card.code for card in (move.placed, move.flip and move.flip.card) if card is not None}
        for lang in languages():
            told = narrate(move, lang)
            assert named(told, lang) == cards
            assert "{" not in told
            assert told[0].isupper()
            assert told.endswith((".", "!"))


def test_each_kind_of_move_is_told_in_its_own_words() -> None:
    told = [
        narrate(move, "en")
        for move in (
            Move("open", None, Flip(13, SEVEN, "open"), shuttle=False),
            Move("move", SEVEN, Flip(7, JACK), shuttle=False),
            Move("move", SEVEN, Flip(7, JACK), shuttle=True),
            Move("move", SEVEN, Flip(1, JACK), shuttle=True),
            Move("move", KING, None, shuttle=False),
            Move("restart", KING, Flip(2, JACK, "restart"), shuttle=False),
            Move("reprieve", None, Flip(2, JACK, "reprieve", 3), shuttle=False),
        )
    ]
    assert told == [
        "The game opens with the seven of hearts, turned in the centre.",
        "The seven of hearts goes under the pile at seven o'clock, and the card that comes up there is the jack of "
        "clubs.",
        "The seven of hearts is at home where it was turned and slides back under the pile at seven o'clock; next "
        "from there comes the jack of clubs.",
        "The seven of hearts goes under the pile at seven o'clock, and the next card comes from the pile at one "
        "o'clock: the jack of clubs.",
        "The king of spades goes under the centre pile, and with that the chain ends.",
        "The king of spades goes under the centre pile, where nothing is left to turn. The chain starts again from "
        "the pile at two o'clock with the jack of clubs.",
        "The locking card is hidden in the pile at two o'clock, and the jack of clubs takes its place in hand.",
    ]


@LANGUAGES
def test_the_coach_explains_every_mistake_differently_and_names_card_and_pile(lang: str) -> None:
    told = {code: coach(code, SEVEN, 7, lang) for code in Mistake}
    assert len(set(told.values())) == len(Mistake)
    for why in told.values():
        assert named(why, lang) == {"7H"}
        assert pile_forms(7, lang)["name"] in why


@LANGUAGES
def test_every_sentence_begins_with_a_large_letter(lang: str) -> None:
    told = [coach(code, card, card.home, lang) for code in Mistake for card in (SEVEN, JACK, KING)]
    told += [hint(card, lang) for card in PACK]
    told += [reprieve_hint(4, 3, Fraction(number, 7), lang) for number in (3, 7)] + [fork_hint(5, lang)]
    for text in told:
        assert not re.search(r"(^|[.!?] )[^A-ZÄÖÜ]", text), text


@LANGUAGES
@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_hint_names_the_card_and_its_home(lang: str, card: Card) -> None:
    told = hint(card, lang)
    assert named(told, lang) == {card.code}
    assert pile_forms(card.home, lang)["name"].removeprefix("centre") in told


@LANGUAGES
def test_a_hint_at_a_reprieve_tells_what_the_choice_is_worth(lang: str) -> None:
    good, certain = (reprieve_hint(4, 3, Fraction(number, 7), lang) for number in (3, 7))
    assert "3/7" in good
    assert {"en": "about 42.9%", "de": "rund 42,9 %"}[lang] in good
    assert "%" not in certain
    assert all(pile_forms(4, lang)["name"] in told for told in (good, certain))


@LANGUAGES
def test_no_hint_speaks_of_the_suit_or_calls_an_exact_chance_near(lang: str) -> None:
    told = reprieve_hint(4, 3, Fraction(3, 10), lang)
    assert told.endswith({"en": " 3/10, which is 30%.", "de": " 3/10, das sind 30 %."}[lang])
    for code in Mistake:
        assert not re.search(r"\bsuits?\b|Farbe", coach(code, SEVEN, 7, lang))


@LANGUAGES
def test_a_hint_at_a_fork_names_the_hours_own_pile(lang: str) -> None:
    assert pile_forms(5, lang)["name"] in fork_hint(5, lang)


TELLERS: list[Callable[[str], str]] = [
    lambda lang: narrate(Move("move", KING, None, shuttle=False), lang),
    lambda lang: coach("wrong_hour", SEVEN, 7, lang),
    lambda lang: hint(SEVEN, lang),
    lambda lang: reprieve_hint(4, 3, Fraction(1, 2), lang),
    lambda lang: fork_hint(5, lang),
]


@pytest.mark.parametrize("tell", TELLERS)
def test_nothing_is_told_in_a_language_that_there_is_not(tell: Callable[[str], str]) -> None:
    with pytest.raises(UnknownLanguage):
        tell("xx")
