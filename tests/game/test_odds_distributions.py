"""How all deals end: the published figures, and what they must have in common."""

from fractions import Fraction
from itertools import permutations
from math import comb, factorial, isclose

import pytest

from service.game.distributions import Distribution, distribution
from service.game.odds import flips_probability, mean_flips
from service.game.rules import VARIANTS, Rules
from tests.game.deals import EVERY_RULES

STANDARD, WATCH = distribution(VARIANTS["standard"]), distribution(VARIANTS["watch"])


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.code)
def test_every_distribution_is_whole(rules: Rules) -> None:
    fates = distribution(rules)
    assert sum(fates.hidden.chances) == sum(fates.flips.chances) == 1
    assert fates.flips.mean + fates.hidden.mean == rules.cards
    assert fates.flips.variance == fates.hidden.variance
    assert fates.win == fates.hidden.chances[0]
    assert len(fates.hidden.chances) == rules.cards - rules.locking_cards + 1
    assert (fates.restarts is None) == (rules.on_lock == "end")
    assert (fates.random_card is None) == (rules.reprieves == 0)


@pytest.mark.parametrize("rules", [rules for rules in EVERY_RULES if not rules.reprieves], ids=lambda it: it.code)
def test_without_a_reprieve_one_deal_in_thirteen_is_won_whatever_the_rules(rules: Rules) -> None:
    fates = distribution(rules)
    assert fates.win == Fraction(1, 13)
    assert fates.flips.mean == mean_flips(rules.decks)
    assert [fates.flips.chances[at] for at in range(1, rules.cards + 1)] == [
        flips_probability(at, rules.decks) for at in range(1, rules.cards + 1)
    ]


def test_the_standard_game_takes_42_and_two_fifths_flips_on_average_with_the_published_spread() -> None:
    assert STANDARD.flips.mean == Fraction(212, 5)
    assert isclose(STANDARD.flips.deviation, 8.24, abs_tol=0.005)
    assert STANDARD.flips.median == 44


@pytest.mark.parametrize(
    ("hidden", "probability"), [(0, Fraction(1, 13)), (1, Fraction(16, 221)), (48, Fraction(1, 270_725))]
)
def test_the_published_chances_of_cards_left_hidden(hidden: int, probability: Fraction) -> None:
    assert STANDARD.hidden.chances[hidden] == probability == Fraction(comb(51 - hidden, 3), comb(52, 4))


def test_watch_is_won_by_the_published_share_of_deals() -> None:
    assert isclose(WATCH.win, 0.37381888, abs_tol=5e-9)
    assert WATCH.random_card is not None
    assert isclose(WATCH.random_card, 0.28349844, abs_tol=1e-8)


@pytest.mark.parametrize("variant", ["watch", "big_clock_watch"])
def test_a_reprieve_only_ever_turns_up_more_cards(variant: str) -> None:
    with_it, without = distribution(VARIANTS[variant]), distribution(Rules(decks=VARIANTS[variant].decks))
    assert with_it.random_card is not None
    assert without.win < with_it.random_card < with_it.win
    for flips in range(VARIANTS[variant].cards):
        assert sum(with_it.flips.chances[: flips + 1]) <= sum(without.flips.chances[: flips + 1])
    assert with_it.hidden.chances[-1] == 0


@pytest.mark.parametrize("decks", [1, 2])
def test_restarts_are_the_published_ones_with_any_number_of_decks(decks: int) -> None:
    restarts = distribution(Rules(on_lock="restart", decks=1 if decks == 1 else 2)).restarts
    assert restarts is not None
    assert restarts.chances[0] == Fraction(1, 13)
    assert restarts.chances[12] == Fraction(1, factorial(13))
    assert sum(restarts.chances) == 1
    assert restarts.mean == Fraction(785_633, 360_360) == sum(Fraction(1, rank) for rank in range(2, 14))
    assert isclose(restarts.deviation, 1.2686, abs_tol=5e-5)
    assert restarts.median == 2


def test_restarts_are_the_records_of_a_random_order_less_one() -> None:
    """Counted among all orders of a few ranks, and carried to thirteen by the rule of the Stirling numbers."""
    counted = [0] * 7
    for order in permutations(range(6)):
        counted[sum(rank == max(order[: at + 1]) for at, rank in enumerate(order))] += 1
    for ranks in range(6, 13):
        counted = [0, *(below + ranks * same for below, same in zip(counted, [*counted[1:], 0], strict=True))]
    restarts = distribution(VARIANTS["perpetual"]).restarts
    assert restarts is not None
    assert [chance * factorial(13) for chance in restarts.chances] == counted[1:]


def test_the_figures_of_a_die() -> None:
    die = Distribution((Fraction(0), *(Fraction(1, 6),) * 6))
    assert (die.mean, die.variance, die.median) == (Fraction(7, 2), Fraction(35, 12), 3)
    assert isclose(die.deviation, 1.7078, abs_tol=5e-5)
