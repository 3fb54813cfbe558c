"""No page claims of its game what only other rules make true, and none what is true under no rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from service.content import rulebook
from service.content.languages import languages, texts
from service.content.words import last_forms
from service.game.rules import VARIANTS
from tests.game.deals import EVERY_RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.rules import Rules

PAGES = pytest.mark.parametrize("variant", VARIANTS)
LANGUAGES = pytest.mark.parametrize("lang", languages())

FALSE: dict[str, tuple[Callable[[Rules], bool], str]] = {
    "no choices": (
        lambda rules: rules.asks,
        r"(?<!standard game leaves )nothing to (choose|decide)"
        r"|(?<!Standardspiel )gibt es nichts zu (wählen|entscheiden)",
    ),
    "the same pile always goes on": (
        lambda rules: rules.fork != "none",
        r"the same pile gives|that pile gives the next card too|Once the game is open"
        r"|er gibt auch die nächste|dieser gibt auch die nächste|so gibt immer der Stapel",
    ),
    "the finales decide alone": (
        lambda rules: rules.asks,
        r"(?<!Without the exchange, )a deal is won exactly if"
        r"|[Gg]ewonnen wird genau dann|(?<!Tausch )wird genau dann",
    ),
    "there is a win to be had": (
        lambda rules: rules.on_lock == "restart",
        r"[Tt]he game is won|deal is won|lost like any|ends the game\b(?! while)"
        r"|[Gg]ewonnen (ist|wird)|verloren wie jedes|beendet das Spiel(?! nicht)",
    ),
    "all cards lie face down": (
        lambda rules: rules.finales == "face_up",
        r"(all of (it|them)|[Aa]ll cards are dealt) face down|(Gib alle|Alle Karten werden) verdeckt",
    ),
    "an average of another form, a clumsy unit, or what is not there": (
        lambda rules: True,  # noqa: ARG005 -- under all rules alike
        r"average game|Durchschnitt zwei|in a hundred|von hundert|leaderboard|Bestenliste",
    ),
}


def claims(variant: str, lang: str) -> list[str]:
    """All that a page says itself; what it reports of the sources may well be false."""
    page = rulebook.page(variant, lang)
    notes = (*page.sections, *page.mistakes, *page.facts)
    readings = [text for one in page.disagreements for text in (one.topic, one.reading)]
    return [page.variant.brief, *readings, *(text for note in notes for text in (note.title, note.text))]


@LANGUAGES
@PAGES
@pytest.mark.parametrize("claim", FALSE)
def test_a_page_does_not_claim_what_is_false_under_its_rules(variant: str, lang: str, claim: str) -> None:
    applies, words = FALSE[claim]
    if applies(VARIANTS[variant]):
        assert [text for text in claims(variant, lang) if re.search(words, text)] == []


@LANGUAGES
@pytest.mark.parametrize("claim", FALSE)
def test_no_section_of_any_rules_claims_what_is_false_under_them(lang: str, claim: str) -> None:
    applies, words = FALSE[claim]
    told = {rules: rulebook.sections(rules, lang) for rules in EVERY_RULES if applies(rules)}
    assert told
    assert [(rules.code, note.text) for rules in told for note in told[rules] if re.search(words, note.text)] == []


@LANGUAGES
@PAGES
def test_a_page_names_no_other_last_card_than_its_own(variant: str, lang: str) -> None:
    rules, told = VARIANTS[variant], "\n".join(claims(variant, lang))
    own = last_forms(rules.locking_rank, rules.locking_cards, lang).values()
    others = {form for forms in texts(lang, "words")["last"].values() for form in forms.values()} - {*own}
    assert any(form in told for form in own)
    assert [form for form in others if form in told] == []


@LANGUAGES
def test_pages_whose_queens_lock_speak_of_queens(lang: str) -> None:
    kings, queens = (texts(lang, "words")["ranks"][rank]["plural"] for rank in "KQ")
    early = {one.id: one for one in rulebook.page("twelve_start", lang).disagreements}
    for topic in ("first_cards", "forty_eight", "bottom_of_the_centre", "one_cycle"):
        assert not re.search(f"{kings}|\\bking\\b|König", early[topic].reading, re.IGNORECASE)
    assert queens in early["forty_eight"].reading
    assert early["first_cards"].topic.lower().startswith(queens.lower())


@LANGUAGES
def test_no_text_beside_the_pages_tells_of_what_is_not_there(lang: str) -> None:
    kinds = ("glossary", "quiz", "narration", "options", "variants", "words", "clashes")
    everything = " ".join(str(texts(lang, kind)) for kind in kinds)
    assert not re.search(FALSE["an average of another form, a clumsy unit, or what is not there"][1], everything)
