"""Rules of the player's own, and races, as they are written on the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from service.content.languages import DEFAULT
from service.content.rulebook import why_not
from service.game.errors import InvalidRules
from service.game.rules import OPTIONS, VARIANTS
from service.terminal.errors import Failed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.game.rules import Rules


def own_rules(variant: str, options: Iterable[str]) -> Rules | None:
    """The variant's rules with these changed, each written as ``option=value``; None without any. `Failed`."""
    changes = dict(map(_change, options))
    if not changes:
        return None
    try:
        return replace(VARIANTS[variant], **changes)
    except InvalidRules as invalid:
        why = f": {why_not(invalid.conflict, DEFAULT)}" if invalid.conflict else ""
        raise Failed(f"--rule {invalid.option}: {invalid.reason}{why}") from None


def race_id_of(text: str) -> str:
    """The id of a race that was typed; `Failed`."""
    try:
        return str(UUID(text))
    except ValueError:
        raise Failed(f"{text} is not the id of a race") from None


def _change(text: str) -> tuple[str, Any]:
    option, _, value = text.partition("=")
    if option not in OPTIONS:
        raise Failed(f"--rule {option}: is no option; there are {', '.join(OPTIONS)}")
    return option, next((offered for offered in OPTIONS[option] if str(offered) == value), value)
