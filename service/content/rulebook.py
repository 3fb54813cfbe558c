"""The rules in words. Which texts make up a variant's page follows from its options in the engine's own table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.content.errors import UnknownVariant
from service.content.figures import figures
from service.content.fitting import applies, fitting
from service.content.languages import texts
from service.content.lessons import Note, facts, mistakes
from service.game.distributions import distribution
from service.game.rules import CONFLICTS, OPTIONS, VARIANTS, Rules

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.rules import Conflict


@dataclass(frozen=True, slots=True)
class Value:
    """One value that an option may have."""

    value: object
    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules, with its values, the default first or wherever the engine has it."""

    option: str
    name: str
    text: str
    default: object
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two option values that do not go together."""

    options: dict[str, object]
    why: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that the sources of the game tell differently, and how it is played here."""

    id: str
    topic: str
    sources: str
    reading: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules in brief."""

    variant: str
    rules: Rules
    name: str
    also: tuple[str, ...]
    """Other names."""
    brief: str
    chance: Fraction
    """Of a deal to come out: won, or, where every game is completed, completed without a restart."""


@dataclass(frozen=True, slots=True)
class Page:
    """All that is said of a variant."""

    variant: Variant
    sections: tuple[Note, ...]
    """``goal``, ``deal``, ``play``, ``end``, ``odds``, ``score`` and ``api``, in this order."""
    disagreements: tuple[Disagreement, ...]
    mistakes: list[Note]
    facts: list[Note]


def variants(lang: str) -> list[Variant]:
    """All named variants in brief; `UnknownLanguage`."""
    return [_variant(name, rules, lang) for name, rules in VARIANTS.items()]


def options(lang: str) -> list[Option]:
    """Every option of the rules with all its values; `UnknownLanguage`."""
    return [_option(option, texts(lang, "options")[option]) for option in OPTIONS]


def clashes(lang: str) -> list[Clash]:
    """Every pair of option values that is refused, and why; `UnknownLanguage`."""
    return [Clash({one.option: one.value, one.other: one.clash}, why_not(one, lang)) for one in CONFLICTS]


def why_not(conflict: Conflict, lang: str) -> str:
    """Why two option values do not go together; `UnknownLanguage`."""
    why: str = texts(lang, "clashes")[f"{conflict.option}_{conflict.other}"]
    return why


def page(variant: str, lang: str) -> Page:
    """All that is said of a variant; `UnknownVariant`, `UnknownLanguage`."""
    if variant not in VARIANTS:
        raise UnknownVariant(variant)
    rules = VARIANTS[variant]
    told = _variant(variant, rules, lang)
    return Page(told, sections(rules, lang), _disagreements(rules, lang), mistakes(lang, rules), facts(lang, rules))


def sections(rules: Rules, lang: str) -> tuple[Note, ...]:
    """Rules of any options in words, section by section; `UnknownLanguage`."""
    filled = figures(rules, lang)
    return tuple(
        Note(name, table["title"], "\n\n".join(part["text"].format_map(filled) for part in _parts(table, rules)))
        for name, table in texts(lang, "rules").items()
    )


def _parts(table: dict[str, Any], rules: Rules) -> list[dict[str, Any]]:
    return [part for part in table["parts"] if applies(part, rules)]


def _variant(name: str, rules: Rules, lang: str) -> Variant:
    table = texts(lang, "variants")[name]
    return Variant(name, rules, table["name"], tuple(table["also"]), table["brief"], distribution(rules).win)


def _option(option: str, table: dict[str, Any]) -> Option:
    values = tuple(Value(value, table["values"][str(value)]) for value in OPTIONS[option])
    return Option(option, table["name"], table["text"], getattr(Rules(), option), values)


def _disagreements(rules: Rules, lang: str) -> tuple[Disagreement, ...]:
    return tuple(
        Disagreement(name, **fitting(table, rules, lang))
        for name, table in texts(lang, "disagreements").items()
        if applies(table, rules)
    )
