"""Interval and test of a simulation: the same doubles on every machine.

Libraries of mathematical functions differ in the last digit. What is needed of them here is computed in decimal
arithmetic, whose `exp` and `sqrt` are rounded correctly, and rounded to a double once.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import fsum, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONFIDENCE = 0.95
_DEVIATIONS = 1.959963984540054
"""How many standard deviations from the mean hold 95 % of a normal distribution."""

EXPECTED_AT_LEAST = 10
"""Deals that a cell of the test is expected to hold; rarer figures share one."""

_DIGITS = 60
_SQRT_PI = Decimal("1.77245385090551602729816748334114518279754945612238712821381")
_LEAST = Decimal("1e-45")
"""Smaller tails, in which too few of the digits are right, count as 0."""
_HOPELESS = 1000
"""Half of a statistic from which on the tail is smaller than that, with up to 104 degrees of freedom."""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """Pearson's test; without degrees of freedom there were too few deals to test anything."""

    statistic: float
    degrees_of_freedom: int
    p_value: float


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's score interval for a rate, with `CONFIDENCE`."""
    z2 = _DEVIATIONS * _DEVIATIONS
    middle = (successes + z2 / 2) / (trials + z2)
    margin = _DEVIATIONS * sqrt(successes * (trials - successes) / trials + z2 / 4) / (trials + z2)
    rate = successes / trials  # at 0 and 1 an end is the rate itself, but for rounding
    return max(0.0, min(rate, middle - margin)), min(1.0, max(rate, middle + margin))


def chi_square(observed: Mapping[int, int], chances: Sequence[Fraction]) -> ChiSquare:
    """Whether counts of the figures 0, 1, 2, ... look like draws from these chances, which sum to 1.

    From the highest figure down, figures share a cell until it expects `EXPECTED_AT_LEAST` deals; what is left at the
    end joins the last cell. ValueError for a count of something that cannot be.
    """
    if impossible := [figure for figure in observed if figure >= len(chances) or not chances[figure]]:
        raise ValueError(f"there can be no {impossible}")
    cells = _cells(observed, chances)
    statistic = fsum(float((count - mean) ** 2 / mean) for count, mean in cells)
    return ChiSquare(statistic, len(cells) - 1, upper_tail(statistic, len(cells) - 1))


def _cells(observed: Mapping[int, int], chances: Sequence[Fraction]) -> list[tuple[int, Fraction]]:
    deals = sum(observed.values())
    cells: list[tuple[int, Fraction]] = []
    seen, due = 0, Fraction(0)
    for figure, chance in reversed(list(enumerate(chances))):
        seen, due = seen + observed.get(figure, 0), due + deals * chance
        if due >= EXPECTED_AT_LEAST:
            cells.append((seen, due))
            seen, due = 0, Fraction(0)
    last_seen, last_due = cells.pop() if cells else (0, Fraction(0))
    return [*cells, (last_seen + seen, last_due + due)]


def upper_tail(statistic: float, freedom: int) -> float:
    """P(chi-square with so many degrees of freedom > statistic), by the series of the incomplete gamma function.

    With a = freedom / 2 and x = statistic / 2 it is 1 - x^a e^-x / Gamma(a + 1) s, where
    s = 1 + x / (a + 1) + x^2 / ((a + 1)(a + 2)) + ...
    """
    if freedom == 0 or statistic <= 0:
        return 1.0
    if statistic / 2 > _HOPELESS:
        return 0.0
    with localcontext(prec=_DIGITS) as context:
        x = Decimal(statistic) / 2
        term = _power(x, freedom) * (-x).exp() / _gamma(freedom + 2)
        total, least = term, Decimal(10) ** (3 - context.prec)
        divisor = Decimal(freedom) / 2
        while term > total * least:
            divisor += 1
            term *= x / divisor
            total += term
        return float(1 - total) if 1 - total > _LEAST else 0.0


def _power(x: Decimal, halves: int) -> Decimal:
    """`x` to the power of `halves` / 2."""
    return x ** (halves // 2) * (x.sqrt() if halves % 2 else 1)


def _gamma(halves: int) -> Decimal:
    """Gamma(`halves` / 2)."""
    value, first = (_SQRT_PI, 1) if halves % 2 else (Decimal(1), 2)
    for factor in range(first, halves, 2):
        value *= Decimal(factor) / 2
    return value
