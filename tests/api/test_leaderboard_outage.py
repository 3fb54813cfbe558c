"""Boards while the results database is frozen: refused in time, and games go on."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.app import create_app
from service.storage.postgres import Database
from tests.api.client import Client, slug
from tests.api.recorded import service_of
from tests.outages import frozen
from tests.servers import sqlalchemy_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.config import Config
    from service.embedded import Postgres
    from tests.api.contract import Contract

TIMEOUT_MS = 500
IN_TIME_S = 5.0
"""A connection that is in use is given up after the timeout, a new one after two seconds, and tests share cores."""


@pytest.fixture
def ada(config: Config, contract: Contract, private_postgres: Postgres) -> Iterator[Client]:
    """A player of a service whose database can be frozen."""
    url = sqlalchemy_url(private_postgres)
    app = create_app(replace(config, database_url=url, database_timeout_ms=TIMEOUT_MS))
    yield Client(app, contract).registered("Ada")
    service_of(app).close()


@pytest.fixture
def database(private_postgres: Postgres) -> Iterator[Database]:
    database = Database(sqlalchemy_url(private_postgres), timeout_ms=3000)
    yield database
    database.close()


def test_a_frozen_database_has_boards_refused_in_time_while_games_go_on(
    ada: Client, database: Database, private_postgres: Postgres
) -> None:
    paths = [f"/v1/leaderboards/score{way}" for way in ("", f"/around/{ada.player_id}", f"/places/{ada.player_id}")]
    before = [ada.get(path).status_code for path in paths]
    with frozen(private_postgres, database):
        for path in paths:
            start = time.monotonic()
            answer = ada.get(path)
            assert time.monotonic() - start < IN_TIME_S
            assert (answer.status_code, slug(answer)) == (503, "store-unavailable")
            assert int(answer.headers["Retry-After"]) > 0
        assert ada.finish(ada.deal()["id"])["result"]["recorded"] is False
    assert [ada.get(path).status_code for path in paths] == before == [200, 404, 404]
