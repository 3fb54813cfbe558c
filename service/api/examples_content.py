"""Examples for the description of what is said in words: the real answers, long lists of them cut short."""

from __future__ import annotations

from typing import Any

from service.api import printing_content
from service.content.languages import DEFAULT
from service.content.quiz import grade
from service.content.rulebook import page

_FEW = 2


def _short(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value[:_FEW] if isinstance(value, list) else value for name, value in document.items()}


ATTEMPT = {"answers": {"jack": "eleven", "next_card": "centre"}}
RULES = _short(printing_content.rules(DEFAULT))
VARIANT = _short(printing_content.variant(page("standard", DEFAULT), DEFAULT))
QUIZ = _short(printing_content.questions(DEFAULT))
GRADE = _short(printing_content.grade(grade(ATTEMPT["answers"], DEFAULT), DEFAULT))
GLOSSARY = _short(printing_content.glossary(DEFAULT))
MISTAKES = _short(printing_content.mistakes(DEFAULT))
LABELS = _short(printing_content.labels(DEFAULT))
