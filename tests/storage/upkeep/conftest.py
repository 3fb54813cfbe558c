"""A database that is a test's alone, for many threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.storage.postgres import Database, migrate
from tests.ranked import Rankers, postgres_rankers

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def database(own_database_url: str) -> Iterator[Database]:
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=60_000, pool_size=12)
    yield database
    database.close()


@pytest.fixture
def rankers(database: Database) -> Rankers:
    return postgres_rankers(database)
