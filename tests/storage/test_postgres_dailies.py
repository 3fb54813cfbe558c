"""What only a real database shows of daily deals' seeds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, insert, select

from service.game.rules import VARIANTS
from service.play.daily import NEXT
from service.play.errors import StoreUnavailable
from service.storage.postgres import Database, PostgresDailies
from service.storage.postgres.tables import dailies as table
from tests.servers import new_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


@pytest.fixture
def some_day() -> date:
    """A day that no other test has."""
    return date.fromordinal(Random().randrange(1, date.max.toordinal() - 100))  # noqa: S311  nothing in a test is secret


class Fickle(Database):
    """A database that can be away, or go away just before it would have committed."""

    is_away = False
    loses_commits = False
    asked = 0

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        self.asked += 1
        if self.is_away:
            raise StoreUnavailable("postgres")
        with super().transaction() as connection:
            yield connection
            if self.loses_commits:
                raise StoreUnavailable("postgres")


@pytest.fixture
def fickle(migrated_url: str) -> Iterator[Fickle]:
    fickle = Fickle(migrated_url, timeout_ms=3000)
    yield fickle
    fickle.close()


@pytest.fixture
def dailies(fickle: Fickle) -> PostgresDailies:
    return PostgresDailies(fickle)


def test_processes_that_make_a_day_at_once_all_tell_the_same_seeds(database: Database, some_day: date) -> None:
    processes = [PostgresDailies(database) for _ in range(12)]
    with ThreadPoolExecutor(len(processes)) as threads:
        list(threads.map(lambda one: one.prepare(some_day), processes))
    for day in (some_day, some_day + NEXT):
        told = [one.seeds(day) for one in processes]
        assert told == [told[0]] * len(processes)
        assert told[0].keys() == VARIANTS.keys()
    with database.transaction() as connection:
        days = table.c.day.in_((some_day, some_day + NEXT))
        assert connection.scalar(select(func.count()).where(days)) == 2 * len(VARIANTS)


def test_a_process_that_comes_later_tells_what_the_first_made(database: Database, some_day: date) -> None:
    first, second = PostgresDailies(database), PostgresDailies(database)
    first.prepare(some_day)
    second.prepare(some_day + NEXT)
    assert second.seeds(some_day + NEXT) == first.seeds(some_day + NEXT)
    assert second.seeds(some_day) == first.seeds(some_day)


def test_a_variant_that_is_new_gets_its_seed_and_the_others_keep_theirs(
    database: Database, dailies: PostgresDailies, some_day: date
) -> None:
    older = {"day": some_day, "variant": "standard", "server_seed": b"1" * 32}
    with database.transaction() as connection:
        connection.execute(insert(table).values(older))
    dailies.prepare(some_day)
    assert dailies.seeds(some_day)["standard"] == b"1" * 32
    assert dailies.seeds(some_day).keys() == VARIANTS.keys()


def test_seeds_whose_rows_did_not_stay_are_not_told(fickle: Fickle, dailies: PostgresDailies, some_day: date) -> None:
    fickle.loses_commits = True
    with pytest.raises(StoreUnavailable):
        dailies.prepare(some_day)
    fickle.loses_commits = False
    assert dailies.seeds(some_day) == {}


def test_a_prepared_day_asks_the_database_for_nothing(
    fickle: Fickle, dailies: PostgresDailies, some_day: date
) -> None:
    dailies.prepare(some_day)
    asked = fickle.asked
    dailies.prepare(some_day)
    dailies.seeds(some_day)
    assert fickle.asked == asked


def test_a_database_that_is_away_over_midnight_stops_nobody_who_has_asked_before(
    fickle: Fickle, dailies: PostgresDailies, some_day: date
) -> None:
    dailies.prepare(some_day)
    tomorrow = dict(dailies.seeds(some_day + NEXT))
    fickle.is_away = True
    dailies.prepare(some_day + NEXT)
    assert dailies.seeds(some_day + NEXT) == tomorrow
    with pytest.raises(StoreUnavailable):
        dailies.prepare(some_day + 2 * NEXT)


def test_while_the_database_is_away_not_every_deal_waits_for_it(
    fickle: Fickle, dailies: PostgresDailies, some_day: date
) -> None:
    dailies.prepare(some_day)
    fickle.is_away = True
    dailies.prepare(some_day + NEXT)
    asked = fickle.asked
    dailies.prepare(some_day + NEXT)
    assert fickle.asked == asked


def test_what_could_not_be_made_is_made_when_the_database_is_back(fickle: Fickle, some_day: date) -> None:
    dailies = PostgresDailies(fickle, rest_s=0)
    dailies.prepare(some_day)
    fickle.is_away = True
    dailies.prepare(some_day + NEXT)
    fickle.is_away = False
    dailies.prepare(some_day + NEXT)
    assert dailies.seeds(some_day + 2 * NEXT).keys() == VARIANTS.keys()


def test_a_database_without_tables_is_unavailable(postgres_url: str, some_day: date) -> None:
    with new_database(postgres_url) as url:
        empty = Database(url, timeout_ms=3000)
        for ask in (PostgresDailies(empty).prepare, PostgresDailies(empty).seeds, PostgresDailies(empty).tallies):
            with pytest.raises(StoreUnavailable):
                ask(some_day)
        empty.close()
