"""The periods of the leaderboards: all time, and the months, ISO weeks and days of UTC.

Every period is made of whole days of UTC; the time zone of the host has no part in it.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from service.play.days import DAY_MS, day_at, opens_at

Period = Literal["all", "month", "week", "day"]

PERIODS: tuple[Period, ...] = get_args(Period)
"""From the longest to the shortest."""

EPOCH = date(1970, 1, 1)


class Span(NamedTuple):
    """One period of time, by its first day; all time starts on the first day of 1970. Part of a great many keys."""

    period: Period
    start: date

    @property
    def last(self) -> date:
        """Its last day."""
        match self.period:
            case "all":
                return date.max
            case "month":
                return self.start.replace(day=monthrange(self.start.year, self.start.month)[1])
            case "week":
                return self.start + min(timedelta(days=6), date.max - self.start)
            case "day":
                return self.start


def days_of(span: Span) -> tuple[date, date] | None:
    """The first day of a span and the first after it; None of all time."""
    return None if span.period == "all" else (span.start, span.last + timedelta(days=1))


def span_at(period: Period, day: date) -> Span:
    """The span of this length that a day lies in; weeks begin on Monday."""
    match period:
        case "all":
            return Span(period, EPOCH)
        case "month":
            return Span(period, day.replace(day=1))
        case "week":
            return Span(period, day - timedelta(days=day.weekday()))
        case "day":
            return Span(period, day)


@lru_cache(maxsize=1024)
def spans_at(day: date) -> tuple[Span, ...]:
    """The four spans that a day lies in, longest first."""
    return tuple(span_at(period, day) for period in PERIODS)


def spans_of(instant: int) -> tuple[Span, ...]:
    """The four spans that an instant lies in, longest first; milliseconds since 1970."""
    return spans_at(day_at(instant))


def bounds(span: Span) -> tuple[int, int]:
    """The first instant of a span, and the first after it, in milliseconds since 1970."""
    return opens_at(span.start), opens_at(span.last) + DAY_MS
