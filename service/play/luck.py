"""The luck of a player: how many of their deals were winning ones, beside all players with as many deals."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

AGAINST = 12
"""The odds against a deal: by its fate it wins with chance 1 / 13, under any rules."""

_FEWEST_BITS = 128


@lru_cache(maxsize=2**16)
def luck_of(deals: int, won: int) -> float:
    """The mid-rank percentile 100 (P(X < won) + P(X = won) / 2), X ~ Bin(deals, 1/13): the double nearest to it.

    It is enclosed between two rationals, ever closer, until both round to the same double. That comes to an end,
    for only 50 could lie between them for ever, and a percentile of one deal or more is never 50: in units of
    13^-deals, 2 P(X < won) + P(X = won) is even (unless all were won), and 1 is odd.
    Raises `ValueError` unless 0 <= won <= deals.
    """
    if not 0 <= won <= deals:
        raise ValueError(f"{won} won of {deals}")
    bits = _FEWEST_BITS
    while True:
        low, high = map(float, _enclosed(deals, won, bits))
        if low == high:
            return low
        bits *= 2


def _enclosed(deals: int, won: int, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals, with the percentile between them.

    Chances are counted in parts of the greatest, which has 2^bits. Away from it each follows from its neighbour by a
    ratio of at most 1, rounded down: the j-th is short by at most j, and those that are left out, once one has come
    to 0, lie below the number of steps. So all of them together are short by less than (s + 1) (deals + s) after s
    steps.
    """
    mode = (deals + 1) // (AGAINST + 1)
    up = _falling(1 << bits, ((deals - k, (k + 1) * AGAINST) for k in range(mode, deals)))
    down = _falling(1 << bits, ((AGAINST * k, deals - k + 1) for k in range(mode, 0, -1)))
    chances = dict(enumerate(up, mode)) | {mode - steps: chance for steps, chance in enumerate(down)}
    steps = len(chances) - 1
    short = 2 * (steps + 1) * (deals + steps)
    below = 2 * sum(chance for k, chance in chances.items() if k < won) + chances.get(won, 0)
    total = 2 * sum(chances.values()) + short
    return Fraction(100 * below, total), Fraction(100 * (below + short), total)


def _falling(greatest: int, ratios: Iterable[tuple[int, int]]) -> list[int]:
    """The greatest chance and those after it, each by its ratio to the one before, as long as they are not 0."""
    chances = [greatest]
    for numerator, denominator in ratios:
        chance = chances[-1] * numerator // denominator
        if not chance:
            break
        chances.append(chance)
    return chances
