"""What a reprieve is worth, from public counts alone.

At a lock as many cards lie face down in a pile as cards of its rank are unseen, and they are a uniformly random
choice of the unseen cards that do not lock. The best exchange buries the locking card at the bottom of the fullest
pile: with n of the u hidden cards that wins with chance n / u.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from math import comb, factorial, prod

_BITS = 128
"""Room for a coefficient: of 96 cards there are fewer than 2^94 choices of 48."""


@lru_cache(maxsize=16_384)
def win_before_lock(others: tuple[int, ...], locking: int) -> Fraction:
    """P(win) under the best exchange, with so many unseen cards of each other rank, and of the locking rank (not 0).

    Among the u! orders of the u unseen cards, `locking` (u - 1 - m)! m! leave exactly a given set of m cards behind
    the last locking card. Such a set, with w cards of its commonest rank, then wins with chance w / m; the empty one
    has won already.
    """
    unseen = locking + sum(others)
    fullest = fullest_sums(others)
    ways = factorial(unseen - 1) + sum(
        factorial(unseen - 1 - left) * factorial(left - 1) * fullest[left] for left in range(1, len(fullest))
    )
    return Fraction(locking * ways, factorial(unseen))


def win_at_lock(others: tuple[int, ...]) -> Fraction:
    """P(win) under the best exchange, at a lock with so many cards hidden in each pile."""
    return Fraction(max(others), sum(others))


def win_after_exchange(same: int, others: int) -> Fraction:
    """P(win) with the locking card at the bottom of a pile, so many of its rank unseen among `others` but itself.

    It comes up when the last of them has been set, and wins if no other card is hidden then.
    """
    return Fraction(same, others) if others else Fraction(1)


def fullest_sums(others: tuple[int, ...]) -> list[int]:
    """For each m, the size of the commonest rank summed over all choices of m cards; `others` counts each rank.

    A sum of sizes is, over every size w, the number of choices in which some rank has more than w.
    """
    top = max(others)
    more = top * _choices(others, top) - sum(_choices(others, most) for most in range(top))
    return _coefficients(more, sum(others) + 1)


def fullest_counts(others: tuple[int, ...], most: int) -> list[int]:
    """For each m, the number of choices of m cards in which no rank has more than `most`."""
    return _coefficients(_choices(others, most), sum(others) + 1)


def _choices(others: tuple[int, ...], most: int) -> int:
    """The product of a polynomial for each rank: the coefficient of x^m counts the choices of m cards."""
    return prod(_one_rank(count, most) for count in others)


@cache
def _one_rank(count: int, most: int) -> int:
    """The sum of C(count, j) x^j for j up to `most`, at a power of two for x so large that no coefficients meet."""
    return sum(comb(count, taken) << (_BITS * taken) for taken in range(min(count, most) + 1))


def _coefficients(packed: int, terms: int) -> list[int]:
    size = _BITS // 8
    data = packed.to_bytes(size * terms, "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, size * terms, size)]
