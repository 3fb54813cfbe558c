"""The quiz: questions, and answers graded with the reason for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.content.errors import UnknownAnswers
from service.content.languages import texts

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_ANSWERS = 50
"""More than any quiz has questions."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question; which option is right is known here and told only with the grade."""

    id: str
    text: str
    options: Mapping[str, str]
    """What may be answered, by id, in the order in which it is offered."""
    right: str
    why: str


@dataclass(frozen=True, slots=True)
class Graded:
    """One question with the answer given; `chosen` is None when it was left out."""

    question: Question
    chosen: str | None

    @property
    def is_correct(self) -> bool:
        """Whether the right option was chosen."""
        return self.chosen == self.question.right


def questions(lang: str) -> list[Question]:
    """All questions in the order of the quiz; `UnknownLanguage`."""
    return [_question(name, table) for name, table in texts(lang, "quiz").items()]


def grade(answers: Mapping[str, str], lang: str) -> list[Graded]:
    """Every question with what was answered (option by question); `UnknownAnswers`, `UnknownLanguage`."""
    asked = questions(lang)
    options = {question.id: question.options for question in asked}
    faults = tuple(
        (question, chosen if question in options else None)
        for question, chosen in answers.items()
        if chosen not in options.get(question, ())
    )
    if faults:
        raise UnknownAnswers(faults)
    return [Graded(question, answers.get(question.id)) for question in asked]


def _question(name: str, table: dict[str, Any]) -> Question:
    return Question(name, table["question"], table["options"], table["right"], table["why"])
