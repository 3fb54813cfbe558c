"""Which texts are for which rules, and how they read there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.content.figures import figures
from service.content.languages import sentence

if TYPE_CHECKING:
    from service.game.rules import Rules


def applies(table: dict[str, Any], rules: Rules) -> bool:
    """Whether the rules have all the option values in a text's ``when``; one without is for all rules."""
    return all(getattr(rules, option) == value for option, value in table.get("when", {}).items())


def fitting(table: dict[str, Any], rules: Rules, lang: str) -> dict[str, str]:
    """A table's texts by name, as they read under these rules, with the figures in their places; `UnknownLanguage`.

    Of the tables in its ``instead``, the first that is for these rules takes the place of the texts that it has.
    """
    other: dict[str, Any] = next((other for other in table.get("instead", ()) if applies(other, rules)), {})
    filled = figures(rules, lang)
    return {name: sentence(text, **filled) for name, text in (table | other).items() if isinstance(text, str)}
