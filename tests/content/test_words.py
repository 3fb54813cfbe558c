"""Everything has a word in every language, and no two things share one."""

from __future__ import annotations

from typing import get_args

import pytest

from service.content.languages import languages
from service.content.words import card_forms, describe_pile, labels, last_forms
from service.game.cards import PACK, RANKS, Card
from service.game.chain import Kind
from service.game.coach import Mistake
from service.game.deal import PILES
from service.game.game import Ending, Status
from tests.game.deals import EVERY_RULES

LANGUAGES = pytest.mark.parametrize("lang", languages())


@LANGUAGES
def test_every_card_has_a_name_of_its_own(lang: str) -> None:
    cards = labels(lang).cards
    assert cards.keys() == {card.code for card in PACK}
    assert len(set(cards.values())) == len(PACK)


@LANGUAGES
def test_every_pile_has_a_name_and_a_position_of_its_own(lang: str) -> None:
    piles = labels(lang).piles
    assert [(words.pile, words.rank) for words in piles] == list(zip(PILES, RANKS, strict=True))
    assert len({words.name for words in piles}) == len({words.position for words in piles}) == 13


@LANGUAGES
def test_every_state_move_and_outcome_of_the_engine_has_words(lang: str) -> None:
    told = labels(lang)
    assert told.statuses.keys() == {"waiting", *get_args(Status)}
    assert told.moves.keys() == set(get_args(Kind))
    assert told.outcomes.keys() == set(Ending)


@LANGUAGES
def test_every_code_of_the_coach_has_words_that_name_no_card(lang: str) -> None:
    told = labels(lang).coach
    assert told.keys() == set(Mistake)
    assert len({lesson.title for lesson in told.values()}) == len({one.text for one in told.values()}) == len(Mistake)
    for lesson in told.values():
        assert not any(form in lesson.text for card in PACK for form in card_forms(card, lang).values())


@LANGUAGES
def test_the_card_that_ends_a_game_has_words_under_all_rules(lang: str) -> None:
    found = {last_forms(rules.locking_rank, rules.locking_cards, lang)["name"] for rules in EVERY_RULES}
    assert len(found) == 4


def test_some_words_as_they_should_be() -> None:
    english, german = labels("en"), labels("de")
    assert (english.cards["7H"], german.cards["7H"]) == ("seven of hearts", "Herz-Sieben")
    assert (english.piles[0].position, german.piles[0].position) == ("upper right", "oben rechts")
    assert [words.numeral for words in english.piles[3:5]] == ["IV", "V"]
    assert english.piles[12].numeral == ""


def test_a_pile_is_described_with_its_cards() -> None:
    assert describe_pile(7, 3, 1, "en") == "seven o'clock: 3 face down, 1 face up"
    assert describe_pile(13, 0, 4, "de") == "Mitte: 0 verdeckt, 4 offen"


def test_german_cases_are_right_where_words_change() -> None:
    assert card_forms(Card("J", "S"), "de")["wen"] == "den Pik-Buben"
    assert card_forms(Card("A", "H"), "de")["wer"] == "das Herz-Ass"
