"""The Horologist Ledger: every win beats every loss, and every line has its reason."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given

from service.game.cards import PACK, Card
from service.game.game import Ending, Game
from service.game.ledger import TITLE, Ledger, is_cleared, ledger, shuttles, unbroken_runs
from service.game.policy import autoplay, first_lock
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, games, histories

BIG = Rules(decks=2)
BY_SUIT = tuple(card for card in PACK if card.rank != "K")
"""The hour cards such that no two of a rank follow each other."""


def played(flipped: Iterable[Card], rules: Rules | None = None) -> Game:
    rules = rules or Rules()
    return autoplay(Game(dealt_to_flip(flipped, rules), rules))


def score(game: Game) -> Ledger:
    points = ledger(game, unbroken_runs(game))
    assert points
    return points


def test_the_barest_win_is_the_clearance_alone() -> None:
    game = played([*KINGS[:1], *BY_SUIT[:12], *KINGS[1:3], *BY_SUIT[12:], KINGS[3]])
    assert score(game) == Ledger(5_000, 0, 0, 0, 0)
    assert score(game).total == 5_000


def test_the_richest_win_has_a_chain_for_each_rank_but_the_kings() -> None:
    game = played([*KINGS[:3], *HOUR_CARDS, KINGS[3]])
    assert score(game) == Ledger(5_000, 0, 0, 12 * 500, 0)


def test_the_shortest_game_earns_three_cards_and_the_chain_of_kings() -> None:
    assert score(played(KINGS)) == Ledger(0, 300, 0, 500, 0)


@pytest.mark.parametrize(("flips", "cap", "total"), [(50, 0, 4_900), (51, -1, 4_999)])
def test_the_closest_losses_stay_below_the_barest_win(flips: int, cap: int, total: int) -> None:
    game = played([*KINGS[:1], *BY_SUIT[:12], *KINGS[1:3], *BY_SUIT[12 : flips - 4], KINGS[3]])
    assert game.flips == flips
    assert score(game) == Ledger(0, 100 * (flips - 1), 0, 0, cap)
    assert score(game).total == total


def test_chains_of_a_lost_game_are_counted_and_capped_too() -> None:
    game = played([*KINGS[:3], *HOUR_CARDS[:44], KINGS[3]])
    assert score(game) == Ledger(0, 4_700, 0, 5_500, 4_999 - 10_200)


def test_two_decks_are_worth_twice_as_much_and_a_chain_needs_eight() -> None:
    kings, hours = KINGS * 2, tuple(sorted(HOUR_CARDS * 2, key=lambda card: card.home))
    assert score(played([*kings[:7], *hours, kings[7]], BIG)) == Ledger(10_000, 0, 0, 6_000, 0)
    lost = score(played([*kings[:7], *hours[:-1], kings[7]], BIG))
    assert lost == Ledger(0, 10_200, 0, 11 * 500, 9_998 - 15_700)
    assert score(played([*kings[:4], *hours[:8], *kings[4:]], BIG)).chains == 500


def test_five_of_a_rank_in_two_decks_are_no_chain() -> None:
    kings, hours = KINGS * 2, tuple(sorted(HOUR_CARDS * 2, key=lambda card: card.home))
    assert score(played([kings[0], *hours[:4], kings[1], *hours[4:8], *kings[2:]], BIG)).chains == 0


@given(games())
def test_every_cleared_dial_beats_every_other_and_no_line_has_the_wrong_sign(game: Game) -> None:
    ended = autoplay(game)
    assert ended.outcome
    decks, points, cleared = game.rules.decks, score(ended), is_cleared(ended.outcome.ending, ended.restarts)
    assert (points.total >= 5_000 * decks) == cleared
    assert cleared or points.total <= 4_999 * decks
    assert points.cap <= 0
    assert min(points.clearance, points.partial, points.speed, points.chains, points.total) >= 0
    assert (points.partial == 0) == cleared


@given(games())
def test_a_loss_pays_for_each_card_set_before_the_locking_one(game: Game) -> None:
    ended = autoplay(game)
    if ended.outcome and ended.outcome.ending is Ending.LOST:
        assert score(ended).partial == 100 * (ended.flips - 1)


@given(games([Rules(on_lock="restart"), Rules(decks=2, on_lock="restart")]))
def test_a_game_that_was_started_again_is_scored_as_at_its_first_lock(game: Game) -> None:
    ended = autoplay(game)
    if ended.restarts:
        assert score(ended).partial == 100 * (first_lock(ended.chain, ended.rules) - 1)
    else:
        assert score(ended).clearance == 5_000 * ended.rules.decks


@pytest.mark.parametrize(
    ("raced_ms", "speed"),
    [(0, 1_200), (1, 1_190), (1_000, 1_190), (1_001, 1_180), (119_000, 10), (119_001, 0), (120_000, 0), (10**9, 0)],
)
def test_a_race_is_paid_for_every_full_second_left_of_two_minutes(raced_ms: int, speed: int) -> None:
    game = played([*KINGS[:3], *HOUR_CARDS, KINGS[3]])
    points = ledger(game, unbroken_runs(game), raced_ms)
    assert points
    assert points.speed == speed
    assert points.total == 5_000 + 6_000 + speed


def test_a_lost_race_earns_no_speed() -> None:
    game = played(KINGS)
    points = ledger(game, unbroken_runs(game), 0)
    assert points
    assert points.speed == 0


def test_a_game_without_an_end_of_its_own_has_no_ledger() -> None:
    game = Game(dealt_to_flip(KINGS), Rules())
    assert ledger(game, unbroken_runs(game)) is None
    assert ledger(game.abandon(), []) is None


@given(histories())
def test_runs_and_shuttles_are_counted_from_the_cards_that_are_set(games: list[Game]) -> None:
    ended = games[-1]
    ranks = "".join(flip.card.rank for flip in ended.set_flips)
    assert sum(unbroken_runs(ended)) == len(ranks)
    assert len(unbroken_runs(ended)) == 1 + sum(a != b for a, b in pairwise(ranks))
    assert shuttles(ended) == sum(flip.pile == flip.card.home for flip in ended.set_flips)


def test_a_card_still_in_hand_counts_for_nothing() -> None:
    game = Game(dealt_to_flip(KINGS), Rules())
    assert (unbroken_runs(game), shuttles(game)) == ([], 0)
    assert (unbroken_runs(game.step()), shuttles(game.step())) == ([1], 1)


def test_whoever_clears_the_dial_has_a_title() -> None:
    assert TITLE == "Master Horologist of the Royal Chronometer"
