"""Games whose days and weeks have passed away, and what is left of them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import text

from service.config import FEWEST_KEPT_DAYS
from service.play.days import day_at
from service.play.periods import PERIODS, Span
from service.play.retention import is_kept, kept_since
from tests.ranked import NOON, ranked_game

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from service.play.periods import Period
    from service.play.record import GameRecord
    from service.storage.postgres import Database, PostgresRetention

DAY_MS = 24 * 3_600_000
LONG_AGO = NOON - 60 * DAY_MS
"""When games ended whose days and weeks have passed away, seen from `TODAY`."""

TODAY = day_at(NOON) + timedelta(days=FEWEST_KEPT_DAYS - 30)
SINCE = kept_since(TODAY - timedelta(days=1), FEWEST_KEPT_DAYS)
assert day_at(LONG_AGO) < SINCE < day_at(NOON) - timedelta(days=7)


def purge_all(purger: PostgresRetention, today: date = TODAY) -> int:
    """How many turns it took until nothing was found."""
    turns = 1
    while purger.purge(today):
        turns += 1
    return turns


def long_ago(random: Random, crowd: list[str], count: int) -> list[GameRecord]:
    return [
        ranked_game(
            random.choice(crowd),
            cleared=random.random() < 0.5,
            number=random.randrange(20),
            at=LONG_AGO + random.randrange(3) * DAY_MS + number,
            mode=random.choice(["reveal", "placement"]),
        )
        for number in range(count)
    ]


def starts(database: Database, table: str) -> dict[Period, set[date]]:
    """The first days of the spans of each period that have rows."""
    with database.transaction() as connection:
        found = connection.execute(text(f"SELECT DISTINCT period, start FROM {table}")).all()  # noqa: S608  our own names
    return {period: {row.start for row in found if row.period == period} for period in PERIODS}


def kept(period: Period, days: Iterable[date]) -> set[date]:
    return {day for day in days if is_kept(Span(period, day), SINCE)}
