"""Playing on: the best decisions, restarts, and the fate of what was given up."""

from collections import Counter

import pytest
from hypothesis import given

from service.game.decisions import Choice, Exchange, Fork
from service.game.dial import dial
from service.game.errors import DecisionPending
from service.game.game import Game
from service.game.policy import autoplay, best_decision, fate, first_lock
from service.game.rules import Rules
from tests.game.deals import EVERY_RULES, FORCED_RULES, KINGS, dealt_to_flip, games, histories, locked

PERPETUAL = [rules for rules in EVERY_RULES if rules.on_lock == "restart"]
WATCHES = [rules for rules in EVERY_RULES if rules.reprieves]


@given(games(WATCHES))
def test_the_best_exchange_takes_the_finale_of_the_fullest_pile_and_of_several_the_first(game: Game) -> None:
    asked = locked(game)
    if asked.choices is not None:
        hidden = [len(pile.face_down) for pile in dial(asked).piles]
        assert best_decision(asked.choices) == Exchange(hidden.index(max(hidden)) + 1, max(hidden))


def test_a_fork_is_followed_along_its_own_hour() -> None:
    assert best_decision((Choice(9, None), Choice(3, None))) == Fork(9)


@given(games(WATCHES))
def test_autoplay_stops_at_a_decision_if_asked_to(game: Game) -> None:
    assert autoplay(game, "decision") == locked(game)
    assert autoplay(game).outcome is not None


def test_autoplay_to_the_next_decision_does_not_take_one_that_waits() -> None:
    rules = Rules(reprieves=1)
    asked = locked(Game(dealt_to_flip(KINGS, rules), rules))
    with pytest.raises(DecisionPending):
        autoplay(asked, "decision")
    assert autoplay(asked).status in ("won", "lost")


@given(games(FORCED_RULES))
def test_autoplay_of_a_forced_game_goes_to_its_end_either_way(game: Game) -> None:
    assert autoplay(game) == autoplay(game, "decision") == locked(game)


@given(histories())
def test_the_fate_of_a_game_that_was_given_up_is_that_of_playing_on(games: list[Game]) -> None:
    for game in games[:-1]:
        assert fate(game.abandon()) == autoplay(game)
    assert fate(games[-1]) == games[-1]


@given(games(PERPETUAL))
def test_a_perpetual_game_starts_again_at_the_lowest_pile_with_cards_until_all_are_up(game: Game) -> None:
    while game.outcome is None:
        before, game = game, game.step()
        restarted = game.restarts > before.restarts
        assert before.in_hand
        if game.in_hand:
            down = [len(pile.face_down) for pile in dial(before).piles]
            home = before.in_hand.card.home
            assert restarted == (down[home - 1] == 0)
            expected = next(pile for pile, count in enumerate(down, 1) if count) if restarted else home
            assert game.in_hand.pile == expected
    assert (game.status, game.hidden) == ("completed", 0)
    assert Counter(flip.card for flip in game.set_flips) == Counter(game.deal.cards)


@given(games(PERPETUAL))
def test_restarts_are_the_records_of_the_order_in_which_ranks_are_completed(game: Game) -> None:
    ended = autoplay(game)
    last = {flip.card.home: index for index, flip in enumerate(ended.revealed)}
    opening = last.pop(game.rules.opening_pile)
    locks, reached = 0, opening
    for pile in range(1, 14):
        if pile != game.rules.opening_pile and last[pile] > reached:
            locks, reached = locks + 1, last[pile]
    assert ended.restarts == locks


@given(games())
def test_the_first_lock_is_where_the_last_card_of_the_locking_rank_came_up(game: Game) -> None:
    flips, rules = autoplay(game).chain.flips, game.rules
    lock = first_lock(autoplay(game).chain, rules)
    seen = [flip.card.rank for flip in flips[:lock]]
    assert seen[-1] == rules.locking_rank
    assert seen.count(rules.locking_rank) == rules.locking_cards
