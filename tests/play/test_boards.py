"""What games earn on the boards."""

from collections.abc import Iterable
from datetime import date
from math import frexp
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.game import Ending
from service.game.rules import VARIANTS
from service.play.boards import BOARDS, Entry, Place, best_entries, digest_entries, entries_of
from service.play.digests import digest_of
from service.play.ended import Ended, ended_of
from service.play.luck import luck_of
from service.play.periods import PERIODS, span_at
from tests.builders import OPENED_AT, a_record, ended_game
from tests.ended import ANN, THE_DAY, an_ended, ended_games

HOUR_MS = 3_600_000
ALL_TIME = span_at("all", THE_DAY)


def values(entries: Iterable[Entry]) -> dict[str, float]:
    """The value on each board, which must be the same in all its spans."""
    found = {entry.board: entry.value for entry in entries}
    assert all(entry.value == found[entry.board] for entry in entries)
    return found


CLEARED: dict[str, Any] = {"outcome": Ending.WON, "flips": 52, "hidden": 0, "locks_at": 52, "total": 5_500}


@pytest.mark.parametrize(
    ("facts", "earned"),
    [
        ({}, {"score": 4_100, "closest_call": 10}),
        ({"mode": "placement"}, {"score": 4_100, "closest_call": 10}),
        (CLEARED, {"score": 5_500}),
        (CLEARED | {"mode": "placement"}, {"score": 5_500, "fastest_clear": 60_000}),
        ({"outcome": Ending.ABANDONED, "total": None, "mode": "placement"}, {}),
        (
            {"variant": "perpetual", "outcome": Ending.COMPLETED, "restarts": 3},
            {"score": 4_100, "fewest_restarts": 3},
        ),
        ({"deal_kind": "race", "mode": "placement", "flips": 40}, {"sprint_pace": 1_500}),
        (CLEARED | {"deal_kind": "race", "mode": "placement"}, {"sprint_pace": 60_000 / 52}),
        ({"deal_kind": "race", "mode": "placement", "outcome": Ending.ABANDONED, "total": None}, {}),
        ({"deal_kind": "race", "mode": "placement", "player_id": None}, {}),
        ({"player_id": None}, {}),
    ],
)
def test_a_game_earns_what_the_boards_of_best_games_measure(facts: dict[str, Any], earned: dict[str, float]) -> None:
    assert values(entries_of(an_ended(**facts))) == earned


def test_a_perpetual_game_without_a_restart_is_no_fastest_clear() -> None:
    facts: dict[str, Any] = {"variant": "perpetual", "outcome": Ending.COMPLETED, "hidden": 0, "mode": "placement"}
    assert values(entries_of(an_ended(**facts))) == {"score": 4_100, "fewest_restarts": 0}


def test_a_game_counts_in_the_four_spans_of_the_instant_at_which_it_ended() -> None:
    spans = [entry.span for entry in entries_of(an_ended()) if entry.board == "score"]
    assert spans == [span_at(period, THE_DAY) for period in PERIODS]
    late = an_ended(finished_at=OPENED_AT - 1)
    assert [span.start for span in {entry.span for entry in entries_of(late)} if span.period == "day"] == [
        date(2025, 12, 31)
    ]


def test_a_daily_game_counts_on_the_day_of_its_deal_though_it_ended_after_midnight() -> None:
    day = date(2025, 12, 31)
    game = an_ended(deal_kind="daily", day=day, mode="placement", finished_at=OPENED_AT + HOUR_MS // 2)
    (daily,) = (entry for entry in entries_of(game) if entry.board == "daily")
    assert (daily.span, daily.value) == (span_at("day", day), 60_000)
    (score,) = (entry for entry in entries_of(game) if entry.board == "score" and entry.span.period == "day")
    assert score.span == span_at("day", THE_DAY)


def daily_order(**facts: Any) -> float:
    game = an_ended(deal_kind="daily", day=THE_DAY, mode="placement", **facts)
    (order,) = (entry.order for entry in entries_of(game) if entry.board == "daily")
    return order


def test_the_slowest_cleared_dial_of_a_day_comes_before_the_fastest_loss() -> None:
    week = 7 * 24 * HOUR_MS
    slow, fast = daily_order(**CLEARED, elapsed_ms=week), daily_order(elapsed_ms=1)
    assert slow < fast < daily_order(elapsed_ms=2)
    perpetual: dict[str, Any] = {"variant": "perpetual", "outcome": Ending.COMPLETED}
    assert daily_order(**perpetual, elapsed_ms=week) < daily_order(**perpetual, restarts=1, elapsed_ms=1)


@pytest.mark.parametrize("facts", [{"mode": "reveal"}, {"outcome": Ending.ABANDONED, "total": None}])
def test_a_daily_game_that_was_not_placed_to_its_end_is_on_no_daily_board(facts: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"deal_kind": "daily", "day": THE_DAY, "mode": "placement"}
    game = an_ended(**usual | facts)
    assert "daily" not in values(entries_of(game))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1), st.randoms(use_true_random=False))
def test_the_better_game_stands_and_of_equals_the_earlier(games: list[tuple[int, int]], random: Random) -> None:
    ended = [an_ended(number, total=total, finished_at=at) for number, (total, at) in enumerate(games)]
    entries = [entry for game in ended for entry in entries_of(game) if entry.board == "score"]
    random.shuffle(entries)
    best = best_entries(entries)
    winner = min(ended, key=lambda game: (-(game.total or 0), game.finished_at, game.game_id))
    assert best["score", "standard", ALL_TIME, ANN].game_id == winner.game_id
    assert len(best) == len({entry.slot for entry in entries})


@given(ended_games())
def test_the_best_streak_stands_with_the_game_that_completed_it(games: list[Ended]) -> None:
    digest = digest_of(games)
    entries = {entry.board: entry for entry in digest_entries(ANN, "standard", ALL_TIME, digest)}
    assert ("win_streak" in entries) == any(game.cleared for game in games)
    if streak := entries.get("win_streak"):
        games = sorted(games, key=lambda game: game.key)
        end = [game.game_id for game in games].index(streak.game_id) + 1
        assert streak.achieved_at == games[end - 1].finished_at
        assert all(game.cleared for game in games[end - int(streak.value) : end])


def test_luck_has_a_place_from_twenty_ended_deals_on() -> None:
    games = [an_ended(number, locks_at=52 if number < 3 else 30, finished_at=number) for number in range(20)]
    (luck,) = digest_entries(ANN, "standard", ALL_TIME, digest_of(games))
    assert (luck.board, luck.value, luck.order) == ("luck", luck_of(20, 3), -luck_of(20, 3))
    assert (luck.achieved_at, luck.game_id) == games[-1].key
    assert digest_entries(ANN, "standard", ALL_TIME, digest_of(games[1:])) == []


def test_what_a_played_game_earns_follows_from_its_record() -> None:
    for variant, rules in VARIANTS.items():
        record = ended_game(ANN, rules=rules, mode="placement", opened_at=OPENED_AT, elapsed_ms=77_777)
        ended = ended_of(record)
        assert (ended.key, ended.variant, ended.elapsed_ms) == ((OPENED_AT + 77_777, record.id), variant, 77_777)
        assert (ended.flips, ended.hidden) == (record.game.flips, record.game.hidden)
        assert ended.total == values(entries_of(ended))["score"]


def test_a_game_that_goes_on_earns_nothing_yet() -> None:
    with pytest.raises(ValueError, match="goes on"):
        ended_of(a_record())


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@given(one=st.floats(0, 1e12), other=st.floats(0, 1e12))
def test_better_values_come_first_and_buckets_keep_the_order(board: Any, one: float, other: float) -> None:
    better, worse = sorted((one, other), reverse=board.better == "more")
    first, second = board.order(better), board.order(worse)
    assert first <= second
    if board.bucket:
        assert board.bucket_of(first) <= board.bucket_of(second)
        assert frexp(board.bucket)[0] == 0.5  # a power of two


def test_the_percentile_is_the_share_of_the_others_who_are_no_better() -> None:
    assert [Place(place, 0, 5, 0, 0).percentile for place in range(1, 6)] == [100, 75, 50, 25, 0]
    assert Place(1, 4, 5, 0, 0).percentile == 100
    assert Place(1, 0, 1, 0, 0).percentile == 100
