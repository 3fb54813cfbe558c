"""Readings: fitting the end of the game, not always the same, and never different for the same game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.content.errors import UnknownLanguage
from service.content.fortunes import Finished, Reading, reading
from service.content.languages import languages, texts

OUTCOMES = ("won", "lost", "completed", "abandoned")


@st.composite
def finished(draw: st.DrawFn) -> Finished:
    """A game that has ended somehow."""
    outcome, cards = draw(st.sampled_from(OUTCOMES)), draw(st.sampled_from((52, 104)))
    hidden = 0 if outcome in ("won", "completed") else draw(st.integers(1, cards - 4))
    restarts = draw(st.integers(0, 12)) if outcome == "completed" else 0
    return Finished(outcome, cards - hidden, hidden, restarts, draw(st.integers(0, 9)), draw(st.integers(1, 8)))


def group(told: Reading, lang: str, facts: Finished) -> str:
    """The kind of end that a reading was written for."""
    return next(
        name
        for name, choice in texts(lang, "fortunes").items()
        if told.text in {text.format(flips=facts.flips, hidden=facts.hidden) for text in choice}
    )


@given(finished())
def test_a_reading_is_the_same_every_time_and_fits_in_every_language(facts: Finished) -> None:
    told = {lang: reading(facts, lang) for lang in languages()}
    assert told == {lang: reading(facts, lang) for lang in languages()}
    assert len({(one.omen, group(one, lang, facts)) for lang, one in told.items()}) == 1


@given(finished())
def test_a_cleared_dial_is_a_good_omen_and_nothing_else_is(facts: Finished) -> None:
    assert (reading(facts, "en").omen == "good") == (facts.outcome in ("won", "completed"))


@pytest.mark.parametrize(
    ("facts", "kind", "omen"),
    [
        (Finished("won", 52, 0, 0, 2, 2), "won", "good"),
        (Finished("completed", 52, 0, 0, 2, 2), "unbroken", "good"),
        (Finished("completed", 52, 0, 3, 2, 2), "restarted", "good"),
        (Finished("lost", 51, 1, 0, 2, 2), "last_card", "mixed"),
        (Finished("lost", 50, 2, 0, 2, 2), "near", "mixed"),
        (Finished("lost", 47, 5, 0, 2, 2), "near", "mixed"),
        (Finished("lost", 46, 6, 0, 2, 2), "middle", "mixed"),
        (Finished("lost", 32, 20, 0, 2, 2), "middle", "mixed"),
        (Finished("lost", 31, 21, 0, 2, 2), "early", "ill"),
        (Finished("lost", 94, 10, 0, 2, 2), "near", "mixed"),
        (Finished("abandoned", 4, 48, 0, 0, 1), "abandoned", "none"),
    ],
)
def test_the_kind_of_end_decides_what_is_read(facts: Finished, kind: str, omen: str) -> None:
    told = reading(facts, "en")
    assert (group(told, "en", facts), told.omen) == (kind, omen)


@pytest.mark.parametrize("lang", languages())
def test_every_text_comes_up_for_some_game(lang: str) -> None:
    """Over all shuttles and runs that a game may well have, whatever its end."""
    ends = [Finished(o, 52 - h, h, r, s, run)
            for o, h, r in (("won", 0, 0), ("completed", 0, 0), ("completed", 0, 2), ("lost", 1, 0), ("lost", 3, 0),
                            ("lost", 12, 0), ("lost", 30, 0), ("abandoned", 30, 0))
            for s in range(6) for run in range(1, 4)]  # fmt: skip
    told = {(group(one, lang, facts), one.text) for facts in ends for one in [reading(facts, lang)]}
    assert len(told) == sum(map(len, texts(lang, "fortunes").values()))
    assert all(len(choice) >= 4 for choice in texts(lang, "fortunes").values())


def test_a_language_that_there_is_not_has_no_readings() -> None:
    with pytest.raises(UnknownLanguage):
        reading(Finished("won", 52, 0, 0, 2, 2), "xx")
