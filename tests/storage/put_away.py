"""A month of results so old that it may be put away."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

import time_machine

from service.config import FEWEST_KEPT_DAYS
from service.play.days import day_at, opens_at
from service.play.retention import kept_since
from service.storage.postgres import (
    Database,
    PostgresMonths,
    PostgresResults,
    PostgresRetention,
    PostgresUpkeep,
    migrate,
)
from service.storage.postgres.partitions import Month
from tests.builders import now
from tests.ranked import postgres_rankers, ranked_game
from tests.storage.test_postgres_leaderboards import some_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.record import GameRecord
    from tests.ranked import Rankers

SINCE = kept_since(day_at(now()), FEWEST_KEPT_DAYS)
MONTH = Month.on(SINCE - timedelta(days=14)) + -1
"""The youngest that may be detached, or the one before it."""

MIDDLE = opens_at(date(MONTH.start.year, MONTH.start.month, 15))
GAMES = 30
"""So many were played in it."""


@dataclass(frozen=True)
class PutAway:
    """A database whose results begin with a month that may be put away."""

    database: Database
    rankers: Rankers
    months: PostgresMonths
    crowd: list[str]
    """Players with games of that month and of these days; lists of days and weeks have passed away."""
    game: GameRecord
    """One of that month."""

    @property
    def states(self) -> dict[Month, str]:
        return {one.month: one.state for one in self.months.all()}

    def check(self) -> list[str]:
        return list(PostgresUpkeep(self.database, SINCE).check())


@contextmanager
def an_old_month(url: str) -> Iterator[PutAway]:
    """Such a database, made in an empty one."""
    migrate.upgrade(url)
    database = Database(url, timeout_ms=20_000, pool_size=8)
    random, rankers = Random("months"), postgres_rankers(database)  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(3)]
    games = [
        ranked_game(crowd[number % 3], cleared=number % 4 == 0, number=number, at=MIDDLE + number * 60_000)
        for number in range(GAMES)
    ]
    with time_machine.travel(datetime.fromtimestamp(MIDDLE / 1000, UTC), tick=False):
        PostgresResults(database).record(games)
    rankers.results.record(some_games(random, crowd, 30))
    while PostgresRetention(database, FEWEST_KEPT_DAYS).purge(day_at(now())):
        pass
    yield PutAway(database, rankers, PostgresMonths(database), crowd, games[0])
    database.close()
