"""Intervals and p-values are those of the textbooks, to the last digit."""

from fractions import Fraction
from math import erfc, exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.simulate.statistics import chi_square, upper_tail, wilson
from tests.game.chi_square import critical

DIE = [Fraction(1, 6)] * 6


def test_wilsons_interval_is_the_published_one() -> None:
    assert wilson(10, 100) == pytest.approx((0.0552291, 0.1743657), abs=1e-7)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)


@given(st.integers(1, 10**6).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_wilsons_interval_lies_around_the_rate_and_within_0_and_1(case: tuple[int, int]) -> None:
    wins, deals = case
    low, high = wilson(wins, deals)
    assert 0 <= low <= wins / deals <= high <= 1
    assert low < high
    assert wilson(deals - wins, deals) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p_value"),
    [(3.841459, 1, 0.05), (6.634897, 1, 0.01), (18.307038, 10, 0.05), (63.690740, 40, 0.01)],
)
def test_tails_are_those_of_the_tables(statistic: float, freedom: int, p_value: float) -> None:
    assert upper_tail(statistic, freedom) == pytest.approx(p_value, abs=1e-4)


@given(st.floats(0.001, 150))
def test_tails_have_their_closed_forms(statistic: float) -> None:
    assert upper_tail(statistic, 1) == pytest.approx(erfc(sqrt(statistic / 2)), rel=1e-12)
    assert upper_tail(statistic, 2) == pytest.approx(exp(-statistic / 2), rel=1e-12)
    half = statistic / 2
    assert upper_tail(statistic, 6) == pytest.approx(exp(-half) * (1 + half + half**2 / 2), rel=1e-12)


@given(st.integers(1, 104), st.floats(0, 5000), st.floats(0, 100))
def test_a_larger_statistic_has_a_smaller_tail(freedom: int, statistic: float, more: float) -> None:
    assert 1 >= upper_tail(statistic, freedom) >= upper_tail(statistic + more, freedom) >= 0


@pytest.mark.parametrize("freedom", [30, 47, 74])
def test_critical_values_have_their_tails(freedom: int) -> None:
    assert upper_tail(critical(freedom, 0.001), freedom) == pytest.approx(0.001, rel=0.05)


def test_pearsons_statistic_is_the_sum_over_all_cells() -> None:
    found = chi_square({0: 22, 1: 17, 2: 20, 3: 26, 4: 22, 5: 13}, DIE)
    assert found.statistic == pytest.approx(5.1)
    assert found.degrees_of_freedom == 5
    assert found.p_value == pytest.approx(0.4038, abs=1e-4)


def test_figures_share_a_cell_until_ten_are_expected() -> None:
    chances = [Fraction(10, 100), Fraction(80, 100), Fraction(4, 100), Fraction(6, 100)]
    found = chi_square({0: 10, 1: 78, 2: 12}, chances)
    assert found.degrees_of_freedom == 2
    assert found.statistic == pytest.approx(4 / 10 + 4 / 80)


def test_figures_that_expect_too_little_at_the_end_join_the_last_cell() -> None:
    chances = [Fraction(1, 10), Fraction(5, 10), Fraction(4, 10)]
    found = chi_square({0: 1, 1: 29, 2: 20}, chances)
    assert (found.degrees_of_freedom, found.statistic, found.p_value) == (1, 0, 1)


def test_too_few_deals_test_nothing() -> None:
    found = chi_square({3: 1}, DIE)
    assert (found.statistic, found.degrees_of_freedom, found.p_value) == (0, 0, 1)


@pytest.mark.parametrize("figure", [0, 7])
def test_what_cannot_be_is_refused(figure: int) -> None:
    with pytest.raises(ValueError, match="no"):
        chi_square({figure: 1, 3: 100}, [Fraction(0), *DIE])
