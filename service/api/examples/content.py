"""Examples of what is said in words: the real answers, long lists in most of them cut short."""

from __future__ import annotations

from typing import Any

from service.api.printing.content import (
    print_glossary,
    print_grade,
    print_labels,
    print_mistakes,
    print_page,
    print_quiz,
    print_rulebook,
)
from service.content.languages import DEFAULT
from service.content.quiz import grade
from service.content.rulebook import page

_FEW = 2


def _short(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value[:_FEW] if isinstance(value, list) else value for name, value in document.items()}


ATTEMPT = {"answers": {"jack": "eleven", "next_card": "centre"}}
RULES = _short(print_rulebook(DEFAULT))
VARIANT = _short(print_page(page("standard", DEFAULT), DEFAULT))
QUIZ = _short(print_quiz(DEFAULT))
GRADE = print_grade(grade(ATTEMPT["answers"], DEFAULT), DEFAULT)
GLOSSARY = _short(print_glossary(DEFAULT))
MISTAKES = _short(print_mistakes(DEFAULT))
LABELS = _short(print_labels(DEFAULT))
