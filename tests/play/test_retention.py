"""Which lists of days and weeks there are, and that no result still taken misses one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.config import FEWEST_KEPT_DAYS
from service.play.days import opens_at
from service.play.errors import NoLongerKept
from service.play.leaderboards import view
from service.play.periods import PERIODS, Span, span_at
from service.play.retention import is_kept, kept_since
from service.storage.postgres.partitions import Month
from service.storage.postgres.results import MONTHS_BACK

if TYPE_CHECKING:
    from service.play.periods import Period

TODAYS = st.dates(date(2026, 1, 1), date(2200, 1, 1))
A_DAY = timedelta(days=1)


@given(TODAYS, st.integers(FEWEST_KEPT_DAYS, 5000))
def test_lists_begin_with_the_last_monday_that_is_at_least_so_many_days_ago(today: date, days: int) -> None:
    since = kept_since(today, days)
    assert since.weekday() == 0
    assert days <= (today - since).days < days + 7


@given(TODAYS)
def test_whatever_a_result_still_taken_can_change_is_there_days_before_and_after_midnight(today: date) -> None:
    oldest = (Month.on(today) + -MONTHS_BACK).start.date()
    since = kept_since(today + A_DAY, FEWEST_KEPT_DAYS)
    for period in PERIODS:
        span = span_at(period, oldest - A_DAY)
        parts = [Span("day", span.start), span_at("week", span.start)] if period == "week" else [span]
        assert all(is_kept(part, since) for part in parts if part.last >= oldest - A_DAY)
    month = span_at("month", oldest)
    assert is_kept(Span("day", month.start), since)
    assert is_kept(Span("day", span_at("week", oldest).start), since)


@pytest.mark.parametrize("period", PERIODS)
def test_months_and_all_time_stay(period: Period) -> None:
    since = date(2026, 11, 30)
    assert is_kept(span_at(period, since - A_DAY), since) == (period in ("month", "all"))
    assert is_kept(span_at(period, since), since)


def test_a_list_that_has_passed_away_is_refused_with_the_day_since_when_there_are_lists() -> None:
    today = date(2026, 12, 2)
    since = date(2025, 10, 27)

    def asked(period: Period, at: date) -> Span:
        return view("score", None, period, at, lambda: opens_at(today), FEWEST_KEPT_DAYS).span

    assert asked("day", since) == Span("day", since)
    assert asked("week", since + 6 * A_DAY) == Span("week", since)
    for period in ("day", "week"):
        with pytest.raises(NoLongerKept) as refused:
            asked(period, since - A_DAY)
        assert refused.value.since == since
    assert asked("month", date(1970, 1, 31)) == Span("month", date(1970, 1, 1))


def test_months_and_all_time_are_found_without_asking_for_the_time() -> None:
    def nobody() -> int:
        raise AssertionError

    assert view("score", None, "month", date(2020, 2, 29), nobody, FEWEST_KEPT_DAYS).span.start == date(2020, 2, 1)
    assert view("score", None, None, None, nobody, FEWEST_KEPT_DAYS).span.period == "all"
