from __future__ import annotations

from datetime import timedelta

import pytest

from service.play.boards import BOARDS
from service.play.days import day_at, opens_at
from service.play.errors import NotRanked
from service.play.periods import EPOCH, PERIODS, Period, Span, span_at
from tests.builders import now
from tests.ranked import NOON, Rankers, clear, ranked_game

SCORE, FASTEST, STREAK, LUCK, DAILY = (
    BOARDS[name] for name in ("score", "fastest_clear", "win_streak", "luck", "daily")
)
ALL = Span("all", EPOCH)
HOUR = 3_600_000


THIS_MONTH = span_at("month", day_at(now()))
BORDERS: dict[Period, int] = {
    "day": opens_at(day_at(NOON)),
    "week": opens_at(span_at("week", day_at(NOON)).start),
    "month": opens_at(span_at("month", THIS_MONTH.start - timedelta(days=1)).start),
}


@pytest.mark.parametrize("period", BORDERS)
def test_a_period_ends_with_its_last_millisecond_and_the_next_begins(rankers: Rankers, period: Period) -> None:
    border = BORDERS[period]
    before, after = rankers.join("before"), rankers.join("after")
    rankers.results.record(
        [
            ranked_game(before, cleared=True, at=border - 1, took_ms=HOUR),
            ranked_game(after, cleared=True, at=border, took_ms=HOUR),
        ]
    )
    for board in (SCORE, FASTEST, STREAK):
        for player_id, instant in ((before, border - 1), (after, border)):
            rows = rankers.boards.page(board, "standard", span_at(period, day_at(instant)), None, 10).rows
            assert [row.player.id for row in rows] == [player_id]
            assert rankers.boards.place(board, "standard", span_at(period, day_at(instant)), player_id).players == 1


def test_a_game_counts_in_each_of_its_four_periods_and_no_other(rankers: Rankers) -> None:
    ann = rankers.join()
    clear(rankers, ann, 60_000)
    for period in PERIODS:
        span = span_at(period, day_at(NOON))
        assert [row.player.id for row in rankers.boards.page(FASTEST, "standard", span, None, 10).rows] == [ann]
    for period in ("month", "week", "day"):
        span = span_at(period, day_at(NOON) - timedelta(days=40))
        assert rankers.boards.page(FASTEST, "standard", span, None, 10).rows == ()


def test_variants_have_boards_of_their_own(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    rankers.results.record(
        [
            ranked_game(ann, cleared=True, variant="watch"),
            ranked_game(bob, cleared=True, variant="big_clock"),
        ]
    )
    assert [row.player.id for row in rankers.boards.page(SCORE, "watch", ALL, None, 10).rows] == [ann]
    assert [row.player.id for row in rankers.boards.page(SCORE, "big_clock", ALL, None, 10).rows] == [bob]
    assert rankers.boards.page(SCORE, "standard", ALL, None, 10).rows == ()


def streak(rankers: Rankers, player_id: str, span: Span = ALL) -> tuple[float, str]:
    [row] = [
        row for row in rankers.boards.page(STREAK, "standard", span, None, 100).rows if row.player.id == player_id
    ]
    return row.value, row.game_id


def test_a_streak_is_broken_by_a_lost_game_and_by_one_given_up(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    won = [ranked_game(player, cleared=True, at=NOON + step) for player in (ann, bob) for step in (0, 1, 3)]
    rankers.results.record(
        [*won, ranked_game(ann, at=NOON + 2), ranked_game(bob, cleared=True, at=NOON + 2, abandoned=True)]
    )
    assert streak(rankers, ann) == (2, won[1].id)
    assert streak(rankers, bob) == (2, won[4].id)


def test_a_result_that_comes_late_can_break_a_streak_and_another_can_mend_none(rankers: Rankers) -> None:
    ann = rankers.join()
    won = [ranked_game(ann, cleared=True, at=NOON + 10 * step) for step in range(4)]
    rankers.results.record(won)
    assert streak(rankers, ann) == (4, won[3].id)
    rankers.results.record([ranked_game(ann, at=NOON + 15)])
    assert streak(rankers, ann) == (2, won[1].id)
    between = ranked_game(ann, cleared=True, at=NOON + 25)
    rankers.results.record([between])
    assert streak(rankers, ann) == (3, won[3].id)
    assert rankers.boards.place(STREAK, "standard", ALL, ann).players == 1


def test_a_streak_that_runs_over_midnight_is_cut_there_for_the_days(rankers: Rankers) -> None:
    ann = rankers.join()
    midnight = opens_at(day_at(NOON))
    won = [ranked_game(ann, cleared=True, at=midnight + 1_000 * step) for step in range(-2, 1)]
    rankers.results.record(won)
    assert streak(rankers, ann) == (3, won[2].id)
    assert streak(rankers, ann, span_at("day", day_at(midnight - 1))) == (2, won[1].id)
    assert streak(rankers, ann, span_at("day", day_at(midnight))) == (1, won[2].id)


def test_luck_is_told_from_the_twentieth_deal_on_whatever_became_of_them(rankers: Rankers) -> None:
    ann = rankers.join()
    games = [ranked_game(ann, cleared=number == 7, number=number, at=NOON + number) for number in range(19)]
    rankers.results.record(games)
    with pytest.raises(NotRanked):
        rankers.boards.place(LUCK, "standard", ALL, ann)
    given_up = ranked_game(ann, cleared=True, at=NOON + 19, abandoned=True)
    rankers.results.record([given_up])
    [row] = rankers.boards.page(LUCK, "standard", ALL, None, 10).rows
    expected = 100 * (12**20 + 20 * 12**19 + 190 * 12**18 / 2) / 13**20
    assert row.value == pytest.approx(expected)
    assert row.game_id == given_up.id


def test_a_daily_deal_counts_on_its_own_day_cleared_dials_first(rankers: Rankers) -> None:
    day = day_at(NOON)
    late = opens_at(day + timedelta(days=1)) + 60_000
    ann, bob, eve = (rankers.join(name) for name in ("Ann", "Bob", "Eve"))
    rankers.results.record(
        [
            ranked_game(ann, took_ms=20_000, day=day),
            ranked_game(bob, cleared=True, took_ms=90_000, at=late, day=day),
            ranked_game(eve, cleared=True, took_ms=90_000, mode="reveal", day=day),
        ]
    )
    rows = rankers.boards.page(DAILY, "standard", Span("day", day), None, 10).rows
    assert [(row.place, row.player.id, row.value) for row in rows] == [(1, bob, 90_000), (2, ann, 20_000)]
    found = rankers.boards.place(DAILY, "standard", Span("day", day), ann)
    assert (found.place, found.players, found.value) == (2, 2, 20_000)
    assert rankers.boards.page(DAILY, "standard", Span("day", day + timedelta(days=1)), None, 10).rows == ()
