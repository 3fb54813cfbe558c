"""Days in UTC, by which daily deals go."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS
GRACE_MS = HOUR_MS
"""How long after its day a daily deal may still be played."""


def day_at(instant: int) -> date:
    """The UTC date of an instant in milliseconds since 1970."""
    return datetime.fromtimestamp(instant // 1000, UTC).date()


def opens_at(day: date) -> int:
    """When a day's deal can first be had: its midnight, in milliseconds since 1970."""
    return int(datetime.combine(day, time(), UTC).timestamp()) * 1000


def closes_at(day: date) -> int:
    """When the attempts at a day's deal end and its seed opens: one in the morning of the day after."""
    return opens_at(day) + DAY_MS + GRACE_MS
