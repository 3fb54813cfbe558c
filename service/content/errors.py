"""What can be wrong with a question for words.

::

    ContentError
    ├── UnknownLanguage    nothing is written in this language
    ├── UnknownVariant     no variant of the rules has this name
    └── UnknownAnswers     answers to questions, or with options, that the quiz does not have

Not frozen, for the reason given in `service.game.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass


class ContentError(Exception):
    """The root of everything that is refused here."""


@dataclass(eq=False)
class UnknownLanguage(ContentError):
    """Nothing is written in this language; `known` are those that there are."""

    lang: str
    known: tuple[str, ...]


@dataclass(eq=False)
class UnknownVariant(ContentError):
    """No variant of the rules has this name."""

    variant: str


@dataclass(eq=False)
class UnknownAnswers(ContentError):
    """Ids that the quiz does not have: of a question, with None, or of an option of a question."""

    faults: tuple[tuple[str, str | None], ...]
    """Each as the question's id and the option's."""
