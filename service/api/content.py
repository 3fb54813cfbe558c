"""Rules, quiz and words, for learners and for screen readers, in every language that there is a folder for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.examples import content as examples
from service.api.printing.content import (
    print_glossary,
    print_grade,
    print_labels,
    print_mistakes,
    print_page,
    print_quiz,
    print_rulebook,
)
from service.api.schemas.content import (
    AttemptSchema,
    GlossarySchema,
    GradeSchema,
    LanguageQuerySchema,
    MistakeListSchema,
    QuizSchema,
    RulebookSchema,
    VariantPageSchema,
)
from service.api.schemas.labels import LabelsSchema
from service.content.quiz import grade
from service.content.rulebook import page

if TYPE_CHECKING:
    from flask import Response

_TOLD = ("ETag", "Cache-Control", "Content-Language")

blueprint = Blueprint("content", "Rules, quiz and words, in several languages.", "/v1")


@blueprint.operation("GET", "/rules")
@blueprint.public()
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    RulebookSchema(),
    ("Its beginning, in English", examples.RULES),
    description="All variants in brief, and all options with what they mean.",
    headers=_TOLD,
)
@blueprint.tagged
def list_rules(query: dict[str, Any]) -> Response:
    """Find out which variants and options there are."""
    return _told(print_rulebook(query["lang"]))


@blueprint.operation("GET", "/rules/<slug:variant>")
@blueprint.public()
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    VariantPageSchema(),
    ("Its beginning, for the standard game", examples.VARIANT),
    description="The variant's rules, how its sources disagree, and what a learner may want to know.",
    headers=_TOLD,
)
@blueprint.tagged
@blueprint.refuses("not-found")
def read_rules(query: dict[str, Any], variant: str) -> Response:
    """Read the rules of a variant."""
    lang = query["lang"]
    return _told(print_page(page(variant, lang), lang))


@blueprint.operation("GET", "/quiz")
@blueprint.public()
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    QuizSchema(),
    ("Its beginning, in English", examples.QUIZ),
    description="The questions, with the options to choose from.",
    headers=_TOLD,
)
@blueprint.tagged
def ask_quiz(query: dict[str, Any]) -> Response:
    """Fetch the quiz."""
    return _told(print_quiz(query["lang"]))


@blueprint.operation("POST", "/quiz/attempts")
@blueprint.public()
@blueprint.takes(AttemptSchema(), ("Two answers, one of them wrong", examples.ATTEMPT))
@blueprint.answers(
    200,
    GradeSchema(),
    ("One right answer, one wrong, the others left out", examples.GRADE),
    description="The grade, with the right answer to every question and the reason for it.",
    headers=("Content-Language",),
)
def grade_quiz(attempt: dict[str, Any]) -> Response:
    """Have answers to the quiz graded.

    Nothing is kept: whoever likes may try again.
    """
    lang = attempt["lang"]
    graded = grade(attempt["answers"], lang)
    return answers.told(print_grade(graded, lang), lang)


@blueprint.operation("GET", "/glossary")
@blueprint.public()
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    GlossarySchema(),
    ("Its beginning, in English", examples.GLOSSARY),
    description="The words of the game.",
    headers=_TOLD,
)
@blueprint.tagged
def read_glossary(query: dict[str, Any]) -> Response:
    """Look up the words of the game."""
    return _told(print_glossary(query["lang"]))


@blueprint.operation("GET", "/mistakes")
@blueprint.public()
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    MistakeListSchema(),
    ("Its beginning, in English", examples.MISTAKES),
    description="The mistakes, with what is right instead.",
    headers=_TOLD,
)
@blueprint.tagged
def read_mistakes(query: dict[str, Any]) -> Response:
    """Read what beginners get wrong.

    As it is in the standard game; a variant's page tells it as it is there.
    """
    return _told(print_mistakes(query["lang"]))


@blueprint.operation("GET", "/labels")
@blueprint.public()
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    LabelsSchema(),
    ("Its beginning, in English", examples.LABELS),
    description="Words for cards, piles, states, moves and the coach's codes.",
    headers=_TOLD,
)
@blueprint.tagged
def read_labels(query: dict[str, Any]) -> Response:
    """Get words for screen readers."""
    return _told(print_labels(query["lang"]))


def _told(document: dict[str, Any]) -> Response:
    return answers.kept(answers.told(document, document["lang"]))
