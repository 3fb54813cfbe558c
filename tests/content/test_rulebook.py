"""The rules in words are those of the engine."""

from __future__ import annotations

import re
from itertools import combinations, product

import pytest

from service.content import rulebook
from service.content.errors import UnknownLanguage, UnknownVariant
from service.content.languages import languages, texts
from service.game.errors import InvalidRules
from service.game.rules import OPTIONS, VARIANTS, Rules
from tests.game.deals import EVERY_RULES

LANGUAGES = pytest.mark.parametrize("lang", languages())
SECTIONS = ["goal", "deal", "play", "end", "odds", "score", "api"]


def text_of(variant: str, section: str, lang: str = "en") -> str:
    """One section of a variant's page."""
    return next(note.text for note in rulebook.page(variant, lang).sections if note.id == section)


@LANGUAGES
def test_every_variant_of_the_engine_is_told_with_its_options(lang: str) -> None:
    told = rulebook.variants(lang)
    assert {one.variant: one.rules for one in told} == VARIANTS
    assert len({one.name for one in told}) == len({one.brief for one in told}) == len(VARIANTS)


@LANGUAGES
def test_every_option_and_value_of_the_engine_has_words(lang: str) -> None:
    told = {one.option: one for one in rulebook.options(lang)}
    assert {name: tuple(value.value for value in one.values) for name, one in told.items()} == OPTIONS
    assert Rules(**{name: one.default for name, one in told.items()}) == Rules()  # type: ignore[arg-type]  # checked there
    for one in told.values():
        assert len({value.text for value in one.values}) == len(one.values)


@LANGUAGES
def test_texts_ask_only_for_option_values_that_there_are(lang: str) -> None:
    tables = [table for kind in ("disagreements", "mistakes", "facts") for table in texts(lang, kind).values()]
    others = [other for table in tables for other in table.get("instead", ())]
    parts = [part for table in texts(lang, "rules").values() for part in table["parts"]]
    assert len(others) > 5
    assert all(other["when"] for other in others)
    for table in (*tables, *others, *parts):
        for option, value in table.get("when", {}).items():
            assert value in OPTIONS[option]


@LANGUAGES
@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.code)
def test_all_rules_that_can_be_played_can_be_told(rules: Rules, lang: str) -> None:
    sections = rulebook.sections(rules, lang)
    assert [note.id for note in sections] == SECTIONS
    for note in sections:
        assert len(note.text) > 60
        assert not re.search(r"\{[^}\"]*\}", note.text.replace("{id}", ""))


def test_no_two_variants_have_the_same_text() -> None:
    pages = {variant: rulebook.page(variant, "en").sections for variant in VARIANTS}
    assert all(one != other for one, other in combinations(pages.values(), 2))


@pytest.mark.parametrize(
    ("variant", "section", "words"),
    [
        ("standard", "odds", "1/13 of all deals are won, or about 7.69%"),
        ("standard", "odds", "42.4 cards"),
        ("standard", "odds", "16/221"),
        ("standard", "goal", "all 52 cards"),
        ("standard", "end", "the fourth king"),
        ("standard", "score", "5,000 points"),
        ("standard", "score", "4,999"),
        ("big_clock", "score", "10,000 points"),
        ("perpetual", "score", "first lock"),
        ("big_clock", "end", "one of its 8 cards"),
        ("big_clock", "odds", "1/13"),
        ("big_clock", "end", "the eighth king"),
        ("twelve_start", "play", "the pile at twelve o'clock"),
        ("twelve_start", "end", "the fourth queen"),
        ("twelve_start", "odds", "number of queens not seen"),
        ("watch", "odds", "37.38% of all deals"),
        ("watch", "odds", "at random about 28.35%"),
        ("watch", "score", "100 points for every card that is face up at the end but one"),
        ("big_clock_watch", "score", "The exchange is not the lock."),
        ("watch", "api", "/reprieve"),
        ("watch_fork", "api", "/fork"),
        ("watch_fork", "play", "straight across the dial"),
        ("big_clock_watch", "play", "eighth king"),
        ("perpetual", "odds", "needs 2.18 of them"),
        ("perpetual", "goal", "fewer restarts"),
        ("face_up_finales", "deal", "dealt face up"),
    ],
)
def test_a_page_has_the_figures_and_words_of_its_variant(variant: str, section: str, words: str) -> None:
    assert words in text_of(variant, section)


def test_what_a_variant_does_not_have_is_not_told_of_it() -> None:
    assert "/reprieve" not in text_of("standard", "api")
    assert "/fork" not in text_of("watch", "api")
    assert "nothing to choose" not in text_of("watch", "play")
    assert "it is lost" not in text_of("watch", "goal")
    assert "number of kings not seen" not in text_of("face_up_finales", "odds")


def test_figures_are_written_as_the_language_writes_them() -> None:
    assert "37,38 %" in text_of("watch", "odds", "de")
    assert "5.000 Punkte" in text_of("standard", "score", "de")


def test_every_disagreement_is_told_where_it_matters() -> None:
    told = {variant: {one.id for one in rulebook.page(variant, "en").disagreements} for variant in VARIANTS}
    assert set.union(*told.values()) == set(texts("en", "disagreements"))
    assert "bottom_of_the_centre" in set.intersection(*told.values())
    for topic, variants in {
        "two_piles": {"watch_fork"},
        "restart_order": {"perpetual"},
        "last_card_up": {"face_up_finales"},
        "exchange_where": {"watch", "big_clock_watch"},
        "big_clock": {"big_clock", "big_clock_watch"},
    }.items():
        assert {variant for variant, topics in told.items() if topic in topics} == variants


def is_refused(**options: object) -> bool:
    """Whether the engine has no such rules."""
    try:
        Rules(**options)  # type: ignore[arg-type]  # what is wrong with them is the question
    except InvalidRules:
        return True
    return False


@LANGUAGES
def test_exactly_those_values_that_the_engine_refuses_together_are_explained(lang: str) -> None:
    refused = [
        {one: value, other: clash}
        for one, other in combinations(OPTIONS, 2)
        for value, clash in product(OPTIONS[one], OPTIONS[other])
        if is_refused(**{one: value, other: clash})
    ]
    told = rulebook.clashes(lang)
    assert sorted(sorted(one.options) for one in told) == sorted(sorted(pair) for pair in refused)
    assert all(one.options in refused for one in told)
    assert len({one.why for one in told}) == len(told)
    assert len(texts(lang, "clashes")) == len(told)


def test_an_unknown_variant_or_language_is_refused() -> None:
    with pytest.raises(UnknownVariant):
        rulebook.page("custom", "en")
    for ask in (rulebook.variants, rulebook.options, rulebook.clashes, lambda lang: rulebook.page("watch", lang)):
        with pytest.raises(UnknownLanguage):
            ask("xx")
