"""Printing the audit of all deals: what came of them, beside what was to be expected."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_fraction
from service.game.odds import flips_probability
from service.game.rules import VARIANTS
from service.simulate.statistics import CONFIDENCE, chi_square, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping

Document = dict[str, Any]
WINNING = flips_probability(52)
"""The part of all deals whose first lock is their last card, with two decks too."""


def print_fairness(counts: Mapping[str, Mapping[int, int]]) -> Document:
    """The audit of all variants, of those without deals too."""
    variants = [_variant(name, Counter(counts.get(name, {}))) for name in VARIANTS]
    return _audit(*(sum(found[figure] for found in variants) for figure in ("deals", "won"))) | {"variants": variants}


def _variant(name: str, locks: Counter[int]) -> Document:
    rules = VARIANTS[name]
    chances = [Fraction(0), *(flips_probability(flips, rules.decks) for flips in range(1, rules.cards + 1))]
    return {
        "variant": name,
        **_audit(locks.total(), locks[rules.cards]),
        "flips": [
            {"flips": flips, "deals": locks[flips], "probability": print_fraction(chances[flips])}
            for flips in range(rules.locking_cards, rules.cards + 1)
        ],
        "chi_square": asdict(chi_square(locks, chances)) if locks else None,
    }


def _audit(deals: int, won: int) -> Document:
    return {
        "deals": deals,
        "won": won,
        "rate": _rate(won, deals) if deals else None,
        "exact": print_fraction(WINNING),
    }


def _rate(won: int, deals: int) -> Document:
    low, high = wilson(won, deals)
    return {"value": won / deals, "low": low, "high": high, "confidence": CONFIDENCE}
