"""What a learner reads beside the rules: words, beginners' mistakes, facts."""

from __future__ import annotations

from dataclasses import dataclass

from service.content.fitting import fitting
from service.content.languages import texts
from service.game.rules import Rules

_STANDARD = Rules()


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game and what it means."""

    id: str
    term: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing, under a heading."""

    id: str
    title: str
    text: str


def glossary(lang: str) -> list[Term]:
    """The words of the game, in the order in which they are best learned; `UnknownLanguage`."""
    return [Term(name, table["term"], table["meaning"]) for name, table in texts(lang, "glossary").items()]


def mistakes(lang: str, rules: Rules = _STANDARD) -> list[Note]:
    """What beginners get wrong in a game under these rules; `UnknownLanguage`."""
    return _notes("mistakes", lang, rules)


def facts(lang: str, rules: Rules = _STANDARD) -> list[Note]:
    """Where the game comes from, what it is called and whom it suits; `UnknownLanguage`."""
    return _notes("facts", lang, rules)


def _notes(kind: str, lang: str, rules: Rules) -> list[Note]:
    return [Note(name, **fitting(table, rules, lang)) for name, table in texts(lang, kind).items()]
