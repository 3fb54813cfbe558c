"""The languages, and the texts of each: one folder a language, one TOML file a kind of text.

Lines of a text may be broken anywhere: they are joined again.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from service.content.errors import UnknownLanguage

if TYPE_CHECKING:
    from fractions import Fraction

DEFAULT = "en"


@cache
def languages() -> tuple[str, ...]:
    """The tags of all languages (BCP 47), the default one first and the others by name."""
    folders = (folder for folder in files(__package__).iterdir() if folder.joinpath("language.toml").is_file())
    return tuple(sorted((folder.name for folder in folders), key=lambda lang: (lang != DEFAULT, lang)))


@cache
def texts(lang: str, kind: str) -> dict[str, Any]:
    """All texts of one kind, such as ``quiz``; `UnknownLanguage`."""
    if lang not in languages():
        raise UnknownLanguage(lang, languages())
    text = files(__package__).joinpath(lang, f"{kind}.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = _joined(tomllib.loads(text))
    return table


def name_of(lang: str) -> str:
    """What a language calls itself; `UnknownLanguage`."""
    name: str = texts(lang, "language")["name"]
    return name


def decimal(value: Fraction, digits: int, lang: str) -> str:
    """A number to so many places, as it is written in this language; `UnknownLanguage`."""
    return f"{float(value):.{digits}f}".replace(".", texts(lang, "language")["decimal_mark"])


def whole(value: int, lang: str) -> str:
    """A whole number, as it is written in this language; `UnknownLanguage`."""
    return f"{value:,}".replace(",", texts(lang, "language")["group_mark"])


def percentage(chance: Fraction, lang: str) -> str:
    """A chance in per cent, exactly if a tenth of one is fine enough, and else said to be near; `UnknownLanguage`."""
    tenths = 1000 * chance
    value = decimal(100 * chance, 1, lang).removesuffix(decimal(0 * chance, 1, lang)[1:])
    form: str = texts(lang, "language")["percent" if tenths.denominator == 1 else "about_percent"]
    return form.format(value=value)


def sentence(template: str, **values: object) -> str:
    """The template with its places filled and its first letter large."""
    filled = template.format_map(values)
    return filled[:1].upper() + filled[1:]


def _joined(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _joined(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_joined(inner) for inner in value]
    return " ".join(value.split()) if isinstance(value, str) else value
