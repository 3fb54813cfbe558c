"""A way to the database for many threads, and who removes what has passed away there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.config import FEWEST_KEPT_DAYS
from service.storage.postgres import Database, PostgresRetention
from tests.ranked import Rankers, postgres_rankers

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def database(migrated_url: str) -> Iterator[Database]:
    database = Database(migrated_url, timeout_ms=20_000, pool_size=12)
    yield database
    database.close()


@pytest.fixture
def rankers(database: Database) -> Rankers:
    return postgres_rankers(database)


@pytest.fixture
def purger(database: Database) -> PostgresRetention:
    return PostgresRetention(database, FEWEST_KEPT_DAYS)
