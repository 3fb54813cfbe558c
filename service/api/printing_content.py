"""Printing what is said in words: plain dicts in the shape of the contract."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from service.api import render
from service.content import lessons, quiz, rulebook, words
from service.content.languages import languages, name_of
from service.game.rules import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.content.quiz import Graded, Question
    from service.content.rulebook import Clash, Option, Page, Variant

Document = dict[str, Any]


def rules(lang: str) -> Document:
    """All variants in brief, and all options."""
    return {
        "lang": lang,
        "languages": [{"lang": tag, "name": name_of(tag)} for tag in languages()],
        "variants": [_variant(variant) for variant in rulebook.variants(lang)],
        "options": [_option(option) for option in rulebook.options(lang)],
        "clashes": [_clash(clash) for clash in rulebook.clashes(lang)],
    }


def variant(page: Page, lang: str) -> Document:
    """All that is said of a variant."""
    told = {name: _each(getattr(page, name)) for name in ("sections", "disagreements", "mistakes", "facts")}
    return {"lang": lang} | _variant(page.variant) | told


def questions(lang: str) -> Document:
    """The quiz, without its answers."""
    return {"lang": lang, "questions": [_question(question) for question in quiz.questions(lang)]}


def grade(graded: list[Graded], lang: str) -> Document:
    """A graded attempt."""
    return {
        "lang": lang,
        "score": sum(one.is_correct for one in graded),
        "total": len(graded),
        "answers": [_graded(one) for one in graded],
    }


def glossary(lang: str) -> Document:
    """The words of the game."""
    return {"lang": lang, "terms": _each(lessons.glossary(lang))}


def mistakes(lang: str) -> Document:
    """What beginners get wrong."""
    return {"lang": lang, "mistakes": _each(lessons.mistakes(lang))}


def labels(lang: str) -> Document:
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
        "pile_state": told.pile_state,
    }


def _each(values: Iterable[Any]) -> list[Document]:
    return [asdict(value) for value in values]


def _labels(told: Mapping[str, str]) -> list[Document]:
    return [{"code": code, "label": label} for code, label in told.items()]


def _variant(told: Variant) -> Document:
    return {
        "variant": told.variant,
        "name": told.name,
        "also": list(told.also),
        "brief": told.brief,
        "options": {option: getattr(told.rules, option) for option in OPTIONS},
        "chance": render.fraction(told.chance),
    }


def _option(told: Option) -> Document:
    return {
        "option": told.option,
        "name": told.name,
        "text": told.text,
        "default": told.default,
        "values": [{"value": one.value, "text": one.text} for one in told.values],
    }


def _clash(told: Clash) -> Document:
    return {"options": told.options, "why": told.why}


def _question(asked: Question) -> Document:
    options = [{"id": name, "text": text} for name, text in asked.options.items()]
    return {"id": asked.id, "question": asked.text, "options": options}


def _graded(told: Graded) -> Document:
    return {
        "question": told.question.id,
        "chosen": told.chosen,
        "correct": told.is_correct,
        "right": told.question.right,
        "why": told.question.why,
    }
