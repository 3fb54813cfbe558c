"""A database and settings for what operators type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.storage.postgres import Database, migrate
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def database(own_database_url: str) -> Iterator[Database]:
    """One that is this test's alone."""
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=3000)
    yield database
    database.close()


@pytest.fixture
def settings(own_database_url: str, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment by which commands find their stores."""
    monkeypatch.setenv("DATABASE_URL", own_database_url)
    monkeypatch.setenv("REDIS_URL", valkey_url)
    monkeypatch.setenv("SECRET_KEY", SECRETS[0].decode())
