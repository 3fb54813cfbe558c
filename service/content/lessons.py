"""What a learner reads beside the rules: words, beginners' mistakes, facts."""

from __future__ import annotations

from dataclasses import dataclass

from service.content.languages import texts


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


def mistakes(lang: str) -> list[Note]:
    """What beginners get wrong; `UnknownLanguage`."""
    return _notes(lang, "mistakes")


def facts(lang: str) -> list[Note]:
    """Where the game comes from, what it is called and whom it suits; `UnknownLanguage`."""
    return _notes(lang, "facts")


def _notes(lang: str, kind: str) -> list[Note]:
    return [Note(name, table["title"], table["text"]) for name, table in texts(lang, kind).items()]
