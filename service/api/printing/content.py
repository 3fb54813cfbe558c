"""Printing what is said in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_fraction
from service.content import lessons, quiz, rulebook, words
from service.content.languages import languages, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.content.quiz import Graded, Question
    from service.content.rulebook import Clash, Option, Page, Variant


def print_rulebook(lang: str) -> dict[str, Any]:
    """All variants in brief, and all options."""
    return {
        "lang": lang,
        "languages": [{"lang": tag, "name": name_of(tag)} for tag in languages()],
        "variants": [_variant(variant) for variant in rulebook.variants(lang)],
        "options": [_option(option) for option in rulebook.options(lang)],
        "clashes": [_clash(clash) for clash in rulebook.clashes(lang)],
    }


def print_page(page: Page, lang: str) -> dict[str, Any]:
    """All that is said of a variant."""
    told = {name: _each(getattr(page, name)) for name in ("sections", "disagreements", "mistakes", "facts")}
    return {"lang": lang} | _variant(page.variant) | told


def print_quiz(lang: str) -> dict[str, Any]:
    """The quiz, without its answers."""
    return {"lang": lang, "questions": [_question(question) for question in quiz.questions(lang)]}


def print_grade(graded: list[Graded], lang: str) -> dict[str, Any]:
    """A graded attempt."""
    return {
        "lang": lang,
        "score": sum(one.is_correct for one in graded),
        "total": len(graded),
        "answers": [_graded(one) for one in graded],
    }


def print_glossary(lang: str) -> dict[str, Any]:
    """The words of the game."""
    return {"lang": lang, "terms": _each(lessons.glossary(lang))}


def print_mistakes(lang: str) -> dict[str, Any]:
    """What beginners get wrong."""
    return {"lang": lang, "mistakes": _each(lessons.mistakes(lang))}


def print_labels(lang: str) -> dict[str, Any]:
    """Words for everything that a screen reader may come across."""
    told = words.labels(lang)
    return {
        "lang": lang,
        "cards": [{"card": card, "label": label} for card, label in told.cards.items()],
        "piles": [
            {"pile": one.pile, "rank": one.rank, "label": one.name, "position": one.position}
            | {"numeral": one.numeral or None}
            for one in told.piles
        ],
        "statuses": _labels(told.statuses),
        "moves": _labels(told.moves),
        "outcomes": _labels(told.outcomes),
        "coach": [{"code": code, "label": one.title, "text": one.text} for code, one in told.coach.items()],
        "pile_state": told.pile_state,
    }


def _each(values: Iterable[Any]) -> list[dict[str, Any]]:
    return [asdict(value) for value in values]


def _labels(told: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"code": code, "label": label} for code, label in told.items()]


def _variant(told: Variant) -> dict[str, Any]:
    return {
        "variant": told.variant,
        "name": told.name,
        "also": list(told.also),
        "brief": told.brief,
        "options": told.rules.options,
        "chance": print_fraction(told.chance),
    }


def _option(told: Option) -> dict[str, Any]:
    return {
        "option": told.option,
        "name": told.name,
        "text": told.text,
        "default": told.default,
        "values": [{"value": one.value, "text": one.text} for one in told.values],
    }


def _clash(told: Clash) -> dict[str, Any]:
    return {"options": told.options, "why": told.why}


def _question(asked: Question) -> dict[str, Any]:
    options = [{"id": name, "text": text} for name, text in asked.options.items()]
    return {"id": asked.id, "question": asked.text, "options": options}


def _graded(told: Graded) -> dict[str, Any]:
    return {
        "question": told.question.id,
        "chosen": told.chosen,
        "correct": told.is_correct,
        "right": told.question.right,
        "why": told.question.why,
    }
