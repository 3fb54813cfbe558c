"""The statistics of a player, beside what was to be expected."""

from fractions import Fraction

import pytest

from service.game.game import Ending
from service.game.rules import VARIANTS
from service.play.digests import Digest, digest_of
from service.play.luck import luck_of
from service.play.statistics import VariantStatistics, totals
from tests.ended import an_ended

WON = {"outcome": Ending.WON, "flips": 52, "hidden": 0, "locks_at": 52}
GIVEN_UP = {"outcome": Ending.ABANDONED, "flips": 5, "hidden": 47, "locks_at": 52}
STANDARD = digest_of(
    [an_ended(1, **WON), an_ended(2, flips=40, hidden=12, locks_at=40), an_ended(3, **GIVEN_UP), an_ended(4)]
)


def test_rates_and_means_stand_beside_what_was_to_be_expected() -> None:
    shown = VariantStatistics("standard", STANDARD)
    assert (shown.win_rate, shown.expected_win_rate) == (Fraction(1, 4), Fraction(1, 13))
    assert (shown.mean_flips, shown.expected_flips) == (Fraction(134, 3), Fraction(212, 5))
    assert shown.luck == luck_of(4, 2)


def test_nothing_is_made_up_for_whoever_never_played() -> None:
    shown = VariantStatistics("standard", Digest())
    assert (shown.win_rate, shown.luck, shown.mean_flips) == (None, None, None)
    none = totals({})
    assert (none.games, none.win_rate, none.expected_win_rate, none.luck) == (0, None, None, None)


def test_whoever_only_gives_up_has_no_mean_of_flips_but_a_rate() -> None:
    shown = VariantStatistics("standard", digest_of([an_ended(1, **GIVEN_UP)]))
    assert (shown.mean_flips, shown.win_rate) == (None, Fraction(0))


def test_the_totals_of_all_variants_weigh_each_chance_by_its_games() -> None:
    watch = digest_of([an_ended(5, variant="watch"), an_ended(6, variant="watch", **WON)])
    both = totals({"standard": STANDARD, "watch": watch})
    assert (both.games, both.finished, both.won, both.lost, both.abandoned, both.cleared) == (6, 5, 2, 3, 1, 2)
    assert both.luck == luck_of(6, 3)
    chance = VariantStatistics("watch", watch).expected_win_rate
    assert both.expected_win_rate == (4 * Fraction(1, 13) + 2 * chance) / 6
    assert float(chance) == pytest.approx(0.37381888)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_expectations(variant: str) -> None:
    shown = VariantStatistics(variant, Digest())
    assert Fraction(1, 13) <= shown.expected_win_rate < 0.4
    assert 0.8 < shown.expected_flips / VARIANTS[variant].cards <= 1
