"""What a reprieve is worth, against every order of a handful of cards."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from service.game.distributions import distribution
from service.game.reprieves import (
    fullest_counts,
    fullest_sums,
    win_after_exchange,
    win_at_lock,
    win_before_lock,
)
from service.game.rules import VARIANTS

HANDFULS = [((0, 1), 1), ((0, 2), 1), ((1, 1, 2), 1), ((1, 3), 2), ((2, 2), 2), ((1, 1, 1), 3), ((0, 0, 0), 2)]


@pytest.mark.parametrize(("others", "locking"), HANDFULS)
def test_odds_before_a_lock_are_the_mean_over_all_orders(others: tuple[int, ...], locking: int) -> None:
    cards = [rank for rank, count in enumerate(others) for _ in range(count)] + ["lock"] * locking
    orders = list(permutations(cards))
    left = [order[len(order) - order[::-1].index("lock") :] for order in orders]
    wins = sum(Fraction(max(Counter(cards).values()), len(cards)) if cards else 1 for cards in left)
    assert win_before_lock(others, locking) == wins / len(orders)


@pytest.mark.parametrize("hidden", [(2,), (0, 1), (1, 2), (2, 2), (1, 1, 3), (0, 2, 3)])
def test_the_best_exchange_wins_as_often_as_among_all_orders(hidden: tuple[int, ...]) -> None:
    """The locking card lies below the fullest pile: it comes up when all other cards of that pile's rank have."""
    cards = [rank for rank, count in enumerate(hidden) for _ in range(count)]
    fullest = hidden.index(max(hidden))
    orders = list(permutations(cards))
    assert win_at_lock(hidden) == Fraction(sum(order[-1] == fullest for order in orders), len(orders))


def test_a_locking_card_that_alone_is_hidden_has_won() -> None:
    assert win_after_exchange(0, 0) == 1
    assert win_after_exchange(1, 2) == Fraction(1, 2)


@pytest.mark.parametrize("others", [(1,), (2, 1), (3, 0, 2), (2, 2, 2)])
def test_choices_of_cards_are_counted_by_their_commonest_rank(others: tuple[int, ...]) -> None:
    cards = [(rank, copy) for rank, count in enumerate(others) for copy in range(count)]
    sums, single = [], []
    for size in range(len(cards) + 1):
        fullest = [max(Counter(rank for rank, _ in few).values(), default=0) for few in combinations(cards, size)]
        sums.append(sum(fullest))
        single.append(sum(most <= 1 for most in fullest))
    assert fullest_sums(others) == sums
    assert fullest_counts(others, 1) == single


@pytest.mark.parametrize(("variant", "height"), [("watch", 4), ("big_clock_watch", 8)])
def test_the_odds_before_the_first_flip_are_those_of_the_variant(variant: str, height: int) -> None:
    assert win_before_lock((height,) * 12, height) == distribution(VARIANTS[variant]).win
