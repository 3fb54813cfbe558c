"""Days, ISO weeks and months of UTC, to the millisecond, wherever the host believes to be."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.play.periods import EPOCH, PERIODS, Period, Span, bounds, span_at, spans_at, spans_of

DAY_MS = 86_400_000

ZONES = {
    "UTC": "UTC0",
    "Auckland": "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "St John's": "NST3:30NDT,M3.2.0,M11.1.0",
    "Kiritimati": "<+14>-14",
    "Los Angeles": "PST8PDT,M3.2.0,M11.1.0",
}

BOUNDARIES = [
    ("2026-06-10 00:00", "day", date(2026, 6, 9), date(2026, 6, 10)),
    ("2026-03-29 00:00", "day", date(2026, 3, 28), date(2026, 3, 29)),  # clocks change in Europe
    ("2026-11-01 00:00", "day", date(2026, 10, 31), date(2026, 11, 1)),  # and in America
    ("2028-02-29 00:00", "day", date(2028, 2, 28), date(2028, 2, 29)),
    ("2026-06-08 00:00", "week", date(2026, 6, 1), date(2026, 6, 8)),
    ("2026-12-28 00:00", "week", date(2026, 12, 21), date(2026, 12, 28)),  # week 53
    ("2027-01-04 00:00", "week", date(2026, 12, 28), date(2027, 1, 4)),
    ("2026-04-01 00:00", "month", date(2026, 3, 1), date(2026, 4, 1)),
    ("2028-03-01 00:00", "month", date(2028, 2, 1), date(2028, 3, 1)),
    ("2027-01-01 00:00", "month", date(2026, 12, 1), date(2027, 1, 1)),
]


@pytest.fixture(params=ZONES, autouse=True)
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each of some time zones in turn, as that of the host; rules in full, so that no zone files are needed."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = ZONES[request.param]
    time.tzset()
    yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


def instant(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


def start_at(period: Period, instant: int) -> date:
    return next(span.start for span in spans_of(instant) if span.period == period)


def test_the_host_does_believe_to_be_elsewhere(zone: str) -> None:
    hours = time.localtime(instant("2026-01-10 12:00") // 1000).tm_gmtoff / 3600
    assert hours == {"UTC": 0, "Auckland": 13, "St John's": -3.5, "Kiritimati": 14, "Los Angeles": -8}[zone]


@pytest.mark.parametrize(("midnight", "period", "before", "after"), BOUNDARIES)
def test_a_period_begins_with_the_first_millisecond_of_its_first_day(
    midnight: str, period: Period, before: date, after: date
) -> None:
    first = instant(midnight)
    assert [start_at(period, first + ms) for ms in (-1, 0, 1)] == [before, after, after]
    assert bounds(Span(period, before))[1] == bounds(Span(period, after))[0] == first


@given(day=st.dates(), since=st.integers(0, DAY_MS - 1), period=st.sampled_from(PERIODS))
def test_spans_leave_no_gap_and_do_not_overlap(day: date, since: int, period: Period) -> None:
    span, moment = span_at(period, day), (day - EPOCH).days * DAY_MS + since
    from_ms, until_ms = bounds(span)
    assert span_at(period, span.start) == span_at(period, span.last) == span
    if period == "all":
        assert (span.start, span.last) == (EPOCH, date.max)
        return
    assert from_ms <= moment < until_ms
    assert span in spans_of(moment)
    if span.last < date.max:
        assert bounds(span_at(period, span.last + timedelta(days=1)))[0] == until_ms


@given(day=st.dates(max_value=date.max - timedelta(days=31)))
def test_spans_are_as_long_as_they_are_called(day: date) -> None:
    _, month, week, one = spans_at(day)
    days = [(until - start) / DAY_MS for start, until in map(bounds, (month, week, one))]
    assert days[1:] == [7, 1]
    assert days[0] in (28, 29, 30, 31)
    assert month.start.day == 1
    assert week.start.isocalendar()[1:] == (day.isocalendar().week, 1)


def test_the_last_days_that_there_are_have_spans_too() -> None:
    for span in spans_at(date.max):
        assert span.last == date.max
        assert bounds(span)[1] == bounds(Span("all", EPOCH))[1]
