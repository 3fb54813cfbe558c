"""Databases with the newest schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.storage.postgres import Database, migrate

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def migrated_url(postgres_url: str) -> str:
    """The URL of this worker's database, with the newest schema; tests share it and keep to their own ids."""
    migrate.upgrade(postgres_url)
    return postgres_url


@pytest.fixture
def database(migrated_url: str) -> Iterator[Database]:
    """The way to it."""
    database = Database(migrated_url, timeout_ms=3000)
    yield database
    database.close()
