"""How all deals end under given rules: exact distributions of flips, hidden cards and restarts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, factorial, sqrt
from typing import TYPE_CHECKING

from service.game.deal import PILES
from service.game.odds import flips_probability
from service.game.reprieves import fullest_counts

if TYPE_CHECKING:
    from service.game.rules import Rules

_HALF = Fraction(1, 2)
_RANKS = len(PILES)


@dataclass(frozen=True, slots=True)
class Distribution:
    """The chances of the figures 0, 1, 2, ..., which sum to 1."""

    chances: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """The expected figure."""
        return sum((figure * chance for figure, chance in enumerate(self.chances)), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        squares = sum((figure**2 * chance for figure, chance in enumerate(self.chances)), Fraction(0))
        return squares - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation, as a double."""
        return sqrt(self.variance)

    @property
    def median(self) -> int:
        """The least figure that at least half of all deals do not exceed."""
        return next(figure for figure, sofar in enumerate(accumulate(self.chances)) if sofar >= _HALF)


@dataclass(frozen=True, slots=True)
class Fates:
    """How all deals end, the player deciding as well as can be.

    Where the chain restarts, `hidden` and `flips` are those at the first lock, for in the end every card is up.
    """

    cards: int
    win: Fraction
    """The chance of a win, or of a game without a restart."""
    hidden: Distribution
    restarts: Distribution | None
    """None under rules without them."""
    random_card: Fraction | None
    """The chance of a win if the card for the exchange is picked at random; None under rules without an exchange."""

    @property
    def flips(self) -> Distribution:
        """Cards face up at the end."""
        never = (Fraction(0),) * (self.cards + 1 - len(self.hidden.chances))
        return Distribution(never + self.hidden.chances[::-1])


@lru_cache
def distribution(rules: Rules) -> Fates:
    """How all deals end under these rules."""
    first_lock = _hidden_at_first_lock(rules)
    hidden = _hidden_after_reprieve(rules) if rules.reprieves else first_lock
    return Fates(
        cards=rules.cards,
        win=hidden.chances[0],
        hidden=hidden,
        restarts=_restarts() if rules.on_lock == "restart" else None,
        random_card=_win_with_random_card(first_lock) if rules.reprieves else None,
    )


def _hidden_at_first_lock(rules: Rules) -> Distribution:
    most = rules.cards - rules.locking_cards
    return Distribution(tuple(flips_probability(rules.cards - hidden, rules.decks) for hidden in range(most + 1)))


def _hidden_after_reprieve(rules: Rules) -> Distribution:
    """Of a game in which the locking card is buried below the fullest pile.

    With m cards hidden at the lock, n of them in that pile, the locking card comes up right after the n-th card of
    that rank in a uniformly random order of the m: after the j-th card with chance C(j - 1, n - 1) / C(m, n), which
    leaves m - j. Counted in units of one order of all cards, as in `win_before_lock`; n! (m - n)! is m! / C(m, n).
    """
    cards, locking = rules.cards, rules.locking_cards
    ways = [0] * (cards - locking + 1)
    ways[0] = factorial(cards - 1)
    for n in range(1, locking + 1):
        sets = _sets_with_fullest(locking, n)
        for m in range(n, len(ways)):
            orders = factorial(cards - 1 - m) * sets[m] * factorial(n) * factorial(m - n)
            for j in range(n, m + 1):
                ways[m - j] += orders * comb(j - 1, n - 1)
    return Distribution(tuple(Fraction(locking * count, factorial(cards)) for count in ways))


def _sets_with_fullest(height: int, size: int) -> list[int]:
    """For each m, the number of choices of m cards whose commonest rank has just this many."""
    others = (height,) * (_RANKS - 1)
    at_most, less = fullest_counts(others, size), fullest_counts(others, size - 1)
    return [count - smaller for count, smaller in zip(at_most, less, strict=True)]


def _win_with_random_card(first_lock: Distribution) -> Fraction:
    """Of m hidden cards the finale of a pile of n is picked with chance 1 / m and wins with n / m: 1 / m in all."""
    return sum((chance / max(hidden, 1) for hidden, chance in enumerate(first_lock.chances)), Fraction(0))


def _restarts() -> Distribution:
    """P(r restarts) = c(13, r + 1) / 13!, c the unsigned Stirling numbers of the first kind.

    They count the orders of thirteen ranks by their records; x (x + 1) ... (x + 12) generates them.
    """
    numbers = [1]
    for factor in range(_RANKS):
        numbers = [below + factor * same for below, same in zip([0, *numbers], [*numbers, 0], strict=True)]
    return Distribution(tuple(Fraction(number, factorial(_RANKS)) for number in numbers[1:]))
