"""The quiz: whole, fair, and graded with reasons."""

from __future__ import annotations

import pytest

from service.content.errors import UnknownAnswers, UnknownLanguage
from service.content.languages import languages
from service.content.quiz import MOST_ANSWERS, grade, questions

LANGUAGES = pytest.mark.parametrize("lang", languages())


@LANGUAGES
def test_every_question_has_a_right_answer_among_others(lang: str) -> None:
    asked = questions(lang)
    assert 10 <= len(asked) <= MOST_ANSWERS
    for question in asked:
        assert question.right in question.options
        assert len(set(question.options.values())) == len(question.options) >= 3


def test_the_right_answers_do_not_all_stand_in_the_same_place() -> None:
    places = [list(question.options).index(question.right) for question in questions("en")]
    assert all(places.count(place) >= 3 for place in range(3))


@LANGUAGES
def test_the_same_options_are_right_in_every_language(lang: str) -> None:
    here = [(one.id, one.right, list(one.options)) for one in questions("en")]
    assert [(one.id, one.right, list(one.options)) for one in questions(lang)] == here


def test_only_the_right_option_is_graded_as_right() -> None:
    for question in questions("en"):
        for option in question.options:
            (graded,) = (one for one in grade({question.id: option}, "en") if one.chosen is not None)
            assert graded.is_correct == (option == question.right)


def test_what_was_not_answered_is_graded_as_wrong() -> None:
    graded = grade({}, "de")
    assert [one.question for one in graded] == questions("de")
    assert not any(one.is_correct for one in graded)
    assert {one.chosen for one in graded} == {None}


def test_answers_that_nobody_offered_are_refused_all_at_once() -> None:
    with pytest.raises(UnknownAnswers) as refusal:
        grade({"jack": "eleven", "end": "never", "riddle": "eleven"}, "en")
    assert refusal.value.faults == (("end", "never"), ("riddle", None))


def test_a_language_that_there_is_not_has_no_quiz() -> None:
    with pytest.raises(UnknownLanguage):
        grade({}, "xx")
