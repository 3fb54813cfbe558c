"""The kernel plays as the rules say: deal by deal as the engine, and by the million as the exact odds."""

from math import sqrt
from typing import Literal

import numpy as np
import pytest

from service.game.deal import Deal
from service.game.decisions import Fork
from service.game.game import MOST_POSITIONS, Game
from service.game.policy import autoplay, first_lock
from service.game.rules import VARIANTS, Rules, variant_of
from service.simulate.child import answers
from service.simulate.generator import Deck
from service.simulate.kernel import Fate, play
from service.simulate.order import Order
from service.simulate.report import Report
from service.simulate.terms import terms_of
from tests.game.chi_square import deviation
from tests.game.deals import EVERY_RULES, random_deal, seeded

ERROR = 1e-6
"""How often a sound kernel fails one of the statistical tests."""
DEALS = 300_000
GIVEN = 60


def laid_out(deal: Deal, rules: Rules) -> Deck:
    """The deal as the kernel takes it."""
    piles = deal.piles(rules.dealing)
    return np.array([card.home - 1 for level in zip(*piles, strict=True) for card in level], np.uint8)


def played(deal: Deal, rules: Rules, *, opposite: bool = False) -> Fate:
    return play(laid_out(deal, rules), np.empty(13, np.int64), terms_of(rules, opposite=opposite))


def fate_of(game: Game) -> Fate:
    """What the engine makes of a game that has ended."""
    assert game.outcome is not None
    return Fate(game.flips, first_lock(game.chain, game.rules), game.restarts)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.code)
def test_every_deal_comes_to_the_end_that_the_engine_brings_it_to(rules: Rules) -> None:
    source = seeded(f"given {rules.code}")
    deals = [random_deal(source, rules.decks) for _ in range(GIVEN)]
    assert [played(deal, rules) for deal in deals] == [fate_of(autoplay(Game(deal, rules))) for deal in deals]


def always_across(game: Game) -> Game:
    """The game at its end, every fork taken to the pile across the dial."""
    while game.outcome is None:
        game = game.decide(Fork(game.choices[1].pile)) if game.choices else game.step(MOST_POSITIONS)
    return game


def test_forks_across_the_dial_are_played_as_the_engine_plays_them() -> None:
    source, rules = seeded("across"), VARIANTS["watch_fork"]
    deals = [random_deal(source) for _ in range(400)]
    ours = [played(deal, rules, opposite=True) for deal in deals]
    assert ours == [fate_of(always_across(Game(deal, rules))) for deal in deals]
    assert ours != [played(deal, rules) for deal in deals]


@pytest.mark.parametrize("decks", [1, 2])
def test_a_reprieve_leaves_every_card_in_the_deck(decks: Literal[1, 2]) -> None:
    source, rules = seeded(f"whole {decks}"), Rules(decks=decks, reprieves=1)
    changed = 0
    for _ in range(50):
        deck = laid_out(random_deal(source, decks), rules)
        before = deck.copy()
        play(deck, np.empty(13, np.int64), terms_of(rules))
        assert np.bincount(deck).tolist() == [4 * decks] * 13
        changed += not np.array_equal(deck, before)
    assert changed > 30


def simulated(variant: str, seed: int = 2027, deals: int = DEALS) -> Report:
    """The report on so many deals."""
    *_, last = answers(Order(variant, deals, seed))
    report: Report = last["report"]
    return report


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_agrees_with_its_exact_distribution(variant: str) -> None:
    report = simulated(variant)
    rate, exact = report["rate"]["value"], report["exact"]["rate"]
    assert report["chi_square"]["degrees_of_freedom"] >= 6
    assert report["chi_square"]["p_value"] > ERROR
    assert abs(rate - exact) < deviation(ERROR) * sqrt(exact * (1 - exact) / DEALS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_deal_is_counted_once(variant: str) -> None:
    report = simulated(variant, deals=60_000)
    counted = [histogram for name in ("flips", "hidden", "restarts") if (histogram := report[name]) is not None]
    assert [sum(histogram.values()) for histogram in counted] == [60_000] * (3 if variant == "perpetual" else 2)
    assert report["wins"] == report["flips"][str(VARIANTS[variant].cards)] == report["hidden"]["0"]
    assert {str(VARIANTS[variant].cards - int(flips)): deals for flips, deals in report["flips"].items()} == report[
        "hidden"
    ]


def test_p_values_of_many_simulations_are_spread_evenly() -> None:
    values = [simulated("watch", seed, 20_000)["chi_square"]["p_value"] for seed in range(200)]
    for bound in (0.1, 0.5, 0.9):
        spread = deviation(ERROR / 3) * sqrt(200 * bound * (1 - bound))
        assert abs(sum(value < bound for value in values) - 200 * bound) < spread


def test_variants_whose_options_change_nothing_for_the_chain_have_the_same_figures() -> None:
    alike = [simulated(variant, deals=1000) for variant in ("standard", "watch_fork", "face_up_finales")]
    assert len({str(report["flips"]) for report in alike}) == 1
    assert [variant_of(VARIANTS[report["variant"]]) for report in alike] == [
        "standard",
        "watch_fork",
        "face_up_finales",
    ]
