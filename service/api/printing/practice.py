"""Printing what learners are told: what is best done next, and what a finished game bodes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_fraction
from service.content import fortunes, narration

if TYPE_CHECKING:
    from service.play.practice import Hint
    from service.play.results import Result


def print_hint(given: Hint, lang: str) -> dict[str, Any]:
    """A hint in words of this language."""
    pile, why = _advice(given, lang)
    choices = [_choice(choice.pile, choice.depth, chance) for choice, chance in given.choices]
    if choices and choices[0]["depth"] is not None:
        choices.append(_DECLINING)
    return {"card": given.card.code, "pile": pile, "why": why, "choices": choices or None}


def print_reading(result: Result, lang: str) -> dict[str, Any]:
    """What a finished game bodes, in words of this language."""
    told = fortunes.reading(
        fortunes.Finished(
            result.outcome.value,
            result.flips,
            result.hidden,
            result.restarts,
            result.shuttles,
            result.longest_run,
        ),
        lang,
    )
    return {"omen": told.omen, "text": told.text, "lang": lang}


def _advice(given: Hint, lang: str) -> tuple[int, str]:
    """Which pile to name, and why."""
    if not given.choices:
        return given.card.home, narration.hint(given.card, lang)
    best, chance = given.choices[0]
    if best.depth is None:
        return best.pile, narration.fork_hint(best.pile, lang)
    return best.pile, narration.reprieve_hint(best.pile, best.depth, chance, lang)


def _choice(pile: int | None, depth: int | None, chance: Fraction) -> dict[str, Any]:
    return {"pile": pile, "depth": depth, "decline": pile is None, "odds": {"win": print_fraction(chance)}}


_DECLINING = _choice(None, None, Fraction())
