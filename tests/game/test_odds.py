"""Odds and luck are exact rationals, tell nothing hidden, and agree with the published figures."""

from fractions import Fraction
from itertools import takewhile
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.cards import Card
from service.game.decisions import Decline, Exchange
from service.game.game import Game
from service.game.odds import choice_odds, flips_probability, luck, mean_flips, win_probability
from service.game.policy import autoplay
from service.game.rules import VARIANTS, Rules
from tests.game.deals import (
    EVERY_RULES,
    HOUR_CARDS,
    KINGS,
    PLAIN_RULES,
    dealt_to_flip,
    games,
    histories,
    locked,
    random_deal,
    seeded,
    states,
)
from tests.game.unseen import reshuffled

ACE, KING = HOUR_CARDS[0], KINGS[0]
HIDDEN_FINALES = [rules for rules in PLAIN_RULES if rules.finales == "face_down"]
WATCH = VARIANTS["watch"]


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
        (ACE, Rules(fork="opposite"), Fraction(4, 51)),
        (KING, Rules(on_lock="restart"), Fraction(3, 51)),
    ],
)
def test_the_odds_after_the_first_flip(first: Card, rules: Rules, odds: Fraction) -> None:
    assert win_probability(Game(dealt_to_flip([first], rules), rules)) == odds


@given(histories(HIDDEN_FINALES))
def test_live_odds_are_the_locking_cards_unseen_over_all_unseen(history: list[Game]) -> None:
    for game in takewhile(lambda now: now.outcome is None and now.hidden, history):
        unseen_locking = 4 * game.rules.decks - [flip.card.rank for flip in game.seen].count(game.rules.locking_rank)
        assert win_probability(game) == Fraction(unseen_locking, game.rules.cards - len(game.seen))


@given(states(), st.randoms(use_true_random=False))
def test_deals_that_look_the_same_have_the_same_odds(game: Game, source: Random) -> None:
    other = reshuffled(game, source)
    assert win_probability(other) == win_probability(game)
    assert choice_odds(other) == choice_odds(game)


@given(games())
def test_an_ended_game_is_certain(game: Game) -> None:
    ended = autoplay(game)
    assert win_probability(ended) == (ended.status == "won" or (ended.status == "completed" and not ended.restarts))
    assert win_probability(game.abandon()) == 0


@pytest.mark.parametrize("rules", [Rules(), Rules(reprieves=1), Rules(on_lock="restart"), Rules(finales="face_up")])
def test_the_last_card_in_hand_is_as_good_as_set(rules: Rules) -> None:
    won = locked(Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), rules, "placement"))
    assert won.outcome is not None
    before = won.undo()
    assert before.outcome is None
    assert before.hidden == 0
    assert win_probability(before) == 1
    assert win_probability(before.abandon()) == 0


def test_a_locking_card_in_hand_over_hidden_cards_has_lost() -> None:
    game = Game(dealt_to_flip(KINGS), Rules(), "placement").step(3)
    assert game.outcome is None
    assert game.hidden == 48
    assert win_probability(game) == 0


@given(histories([rules for rules in EVERY_RULES if rules.on_lock == "restart" and rules.finales == "face_down"]))
def test_a_game_that_started_again_has_no_odds_left(history: list[Game]) -> None:
    for game in history:
        if game.restarts or (game.locking_seen == game.rules.locking_cards and game.hidden):
            assert win_probability(game) == 0


def test_a_lock_after_four_kings_leaves_one_card_in_twelve_to_bet_on() -> None:
    game = locked(Game(dealt_to_flip(KINGS), WATCH))
    assert win_probability(game) == Fraction(4, 48)
    odds = choice_odds(game)
    assert [win for choice, win in odds if choice.depth == 4] == [Fraction(4, 48)] * 12
    assert [win for choice, win in odds if choice.depth != 4] == [0] * 36
    assert (odds[0][0].pile, odds[0][0].depth) == (1, 4)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_locking_card_above_another_never_wins(depth: int) -> None:
    game = locked(Game(dealt_to_flip(KINGS), WATCH)).decide(Exchange(3, depth))
    assert win_probability(game) == 0
    assert win_probability(locked(game)) == 0


def test_a_buried_locking_card_wins_if_a_card_of_its_pile_is_the_last_other_one() -> None:
    game = locked(Game(dealt_to_flip(KINGS), WATCH)).decide(Exchange(12, 4))
    assert game.in_hand is not None
    threes = 4 - (game.in_hand.card.home == 12)
    assert win_probability(game) == Fraction(threes, 47)


def test_whoever_declines_has_lost() -> None:
    assert win_probability(locked(Game(dealt_to_flip(KINGS), WATCH)).decide(Decline())) == 0


def test_a_game_without_a_question_has_no_choices() -> None:
    assert choice_odds(Game(dealt_to_flip([ACE]), WATCH)) == []


def test_both_ways_on_from_a_fork_are_equal() -> None:
    rules = VARIANTS["watch_fork"]
    source = seeded("forks")
    games = (locked(Game(random_deal(source), rules)) for _ in range(100))
    for game in (game for game in games if game.choices is not None):
        assert [win for _, win in choice_odds(game)] == [win_probability(game)] * 2


@pytest.mark.parametrize("decks", [1, 2])
def test_luck_is_the_share_of_deals_that_are_shorter_and_half_of_those_as_long(decks: int) -> None:
    flips = {flips: flips_probability(flips, decks) for flips in range(1, 52 * decks + 1)}
    for here, probability in flips.items():
        shorter = sum((p for f, p in flips.items() if f < here), Fraction(0))
        assert luck(here, decks) == 100 * (shorter + probability / 2)
    assert sum(luck(here, decks) * probability for here, probability in flips.items()) == 50
    assert mean_flips(decks) == sum(f * p for f, p in flips.items())


def test_the_luck_of_a_win_is_all_but_half_of_a_thirteenth() -> None:
    assert luck(52) == Fraction(100) * Fraction(25, 26)
    assert flips_probability(52) == Fraction(1, 13) == Fraction(comb(51, 3), comb(52, 4))
