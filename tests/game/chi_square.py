"""Pearson's test, as far as the tests need it."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def chi_square(observed: Sequence[float], expected: Sequence[float], at_least: float = 10) -> tuple[float, int]:
    """Pearson's statistic and its degrees of freedom, cells pooled in order until each expects `at_least`."""
    cells: list[tuple[float, float]] = []
    seen = due = 0.0
    for count, mean in zip(observed, expected, strict=True):
        seen, due = seen + count, due + mean
        if due >= at_least:
            cells.append((seen, due))
            seen = due = 0.0
    last_seen, last_due = cells.pop()
    cells.append((last_seen + seen, last_due + due))
    return sum((count - mean) ** 2 / mean for count, mean in cells), len(cells) - 1


def critical(freedom: int, error: float) -> float:
    """What the statistic exceeds with probability `error`, by Wilson and Hilferty's approximation."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + NormalDist().inv_cdf(1 - error) * spread**0.5) ** 3)


def deviation(error: float) -> float:
    """How many standard deviations a normal value lies from its mean, either way, with probability `error`."""
    return NormalDist().inv_cdf(1 - error / 2)
