"""The luck of a player against the definition, computed as a rational."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.play.luck import luck_of


def by_definition(deals: int, won: int) -> Fraction:
    """100 (P(X < won) + P(X = won) / 2), all 13^deals equally likely outcomes counted."""
    twice = sum((1 if k == won else 2) * comb(deals, k) * 12 ** (deals - k) for k in range(won + 1))
    return Fraction(100 * twice, 2 * 13**deals)


@given(games=st.integers(0, 400).flatmap(lambda deals: st.tuples(st.just(deals), st.integers(0, deals))))
@example(games=(0, 0))
@example(games=(1, 1))
@example(games=(12, 0))
@example(games=(400, 400))
def test_luck_is_the_double_nearest_to_its_definition(games: tuple[int, int]) -> None:
    assert luck_of(*games) == float(by_definition(*games))


@pytest.mark.parametrize("won", [0, 60, 153, 154, 200, 1999, 2000])
def test_luck_is_exact_after_thousands_of_games(won: int) -> None:
    assert luck_of(2000, won) == float(by_definition(2000, won))


def test_luck_of_a_million_games_lies_where_the_bell_curve_has_it() -> None:
    # Skewness moves the bell curve's answer by less than 0.1 % here: it is a bound on blunders, not on rounding.
    curve = {76_923: 50.0, 77_189: 84.13, 76_657: 15.87, 77_455: 97.72}  # 0, 1, -1 and 2 deviations of 266.5
    for won, percentile in curve.items():
        assert luck_of(1_000_000, won) == pytest.approx(percentile, abs=0.1)


def test_far_out_luck_is_as_good_as_nothing_or_all() -> None:
    assert luck_of(1_000_000, 0) == 0.0
    assert luck_of(1_000_000, 1_000_000) == 100.0


@given(deals=st.integers(1, 3000), data=st.data())
def test_another_won_deal_is_never_worse_luck_and_another_deal_not_won_never_better(
    deals: int, data: st.DataObject
) -> None:
    won = data.draw(st.integers(0, deals - 1))
    assert luck_of(deals, won) <= luck_of(deals, won + 1)
    assert luck_of(deals + 1, won) <= luck_of(deals, won)


@pytest.mark.parametrize(("deals", "won"), [(1, 2), (3, -1), (-1, 0)])
def test_no_more_deals_are_won_than_there_are(deals: int, won: int) -> None:
    with pytest.raises(ValueError, match="won of"):
        luck_of(deals, won)
