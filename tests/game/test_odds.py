"""Odds and luck are exact rationals, and agree with the published figures."""

from fractions import Fraction
from math import comb, isclose, sqrt

import pytest
from hypothesis import given

from service.game.cards import Card
from service.game.game import Ending, Game
from service.game.odds import flips_probability, luck, mean_flips, win_probability
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, games

ACE, KING = HOUR_CARDS[0], KINGS[0]


def distribution(decks: int) -> dict[int, Fraction]:
    return {flips: flips_probability(flips, decks) for flips in range(1, 52 * decks + 1)}


@pytest.mark.parametrize(
    ("first", "rules", "odds"),
    [
        (ACE, Rules(), Fraction(4, 51)),
        (KING, Rules(), Fraction(3, 51)),
        (KING, Rules(opening_pile=12), Fraction(4, 51)),
        (HOUR_CARDS[-1], Rules(opening_pile=12), Fraction(3, 51)),
        (ACE, Rules(decks=2), Fraction(8, 103)),
        (KING, Rules(decks=2), Fraction(7, 103)),
        (ACE, Rules(dealing="packets"), Fraction(4, 51)),
    ],
)
def test_the_odds_after_the_first_flip(first: Card, rules: Rules, odds: Fraction) -> None:
    assert win_probability(Game(dealt_to_flip([first], rules), rules)) == odds


@given(games())
def test_live_odds_are_the_locking_cards_unseen_over_all_unseen(game: Game) -> None:
    for flips in range(1, len(game.chain)):
        now = Game(game.deal, game.rules, flips)
        seen = [flip.card.rank for flip in now.revealed]
        unseen_locking = 4 * game.rules.decks - seen.count(game.rules.locking_rank)
        assert win_probability(now) == Fraction(unseen_locking, game.rules.cards - len(seen))


@given(games())
def test_live_odds_say_nothing_that_depends_on_a_hidden_card(game: Game) -> None:
    now = game.step(9) if len(game.chain) > 10 else game
    other_fate = Game(dealt_to_flip([flip.card for flip in now.revealed], now.rules), now.rules, now.flips)
    assert win_probability(now) == win_probability(other_fate)


@given(games())
def test_an_ended_game_is_certain(game: Game) -> None:
    assert win_probability(game.autoplay()) == (game.autoplay().status == "won")
    assert win_probability(game.abandon()) == 0


@pytest.mark.parametrize("decks", [1, 2])
def test_the_distribution_of_flips_is_whole_and_wins_once_in_thirteen(decks: int) -> None:
    flips = distribution(decks)
    assert sum(flips.values()) == 1
    assert flips[52 * decks] == Fraction(1, 13)
    assert [f for f, p in flips.items() if p == 0] == list(range(1, 4 * decks))
    assert mean_flips(decks) == sum(f * p for f, p in flips.items())


def test_the_standard_game_takes_42_and_two_fifths_flips_on_average_with_the_published_spread() -> None:
    flips = distribution(1)
    assert mean_flips() == Fraction(212, 5)
    assert isclose(sqrt(sum(f * f * p for f, p in flips.items()) - mean_flips() ** 2), 8.24, abs_tol=0.005)
    assert sum(flips[f] for f in range(1, 44)) < Fraction(1, 2) < sum(flips[f] for f in range(1, 45))


@pytest.mark.parametrize(
    ("hidden", "probability"), [(0, Fraction(1, 13)), (1, Fraction(16, 221)), (48, Fraction(1, 270_725))]
)
def test_the_published_chances_of_cards_left_hidden(hidden: int, probability: Fraction) -> None:
    assert flips_probability(52 - hidden) == probability == Fraction(comb(51 - hidden, 3), comb(52, 4))


@pytest.mark.parametrize("decks", [1, 2])
def test_luck_is_the_share_of_deals_that_are_shorter_and_half_of_those_as_long(decks: int) -> None:
    flips = distribution(decks)
    for here, probability in flips.items():
        shorter = sum((p for f, p in flips.items() if f < here), Fraction(0))
        assert luck(here, decks) == 100 * (shorter + probability / 2)


def test_luck_of_all_deals_averages_fifty() -> None:
    assert sum(luck(flips) * probability for flips, probability in distribution(1).items()) == 50
    assert luck(52) == Fraction(100) * Fraction(25, 26)


def test_an_ending_is_its_own_word() -> None:
    assert [str(ending) for ending in Ending] == ["won", "lost", "abandoned"]
