"""While the results database is away or frozen, what only it knows is refused in time, and games go on."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.app import create_app
from service.storage.postgres import Database
from tests.api.client import Client, slug
from tests.api.exercises import forget, settle
from tests.api.forgotten import answers
from tests.api.recorded import service_of
from tests.outages import away, frozen
from tests.servers import sqlalchemy_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from service.config import Config
    from service.embedded import Postgres
    from tests.api.contract import Contract

    Outage = AbstractContextManager[None]

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


@pytest.fixture(params=["away", "frozen"])
def outage(request: pytest.FixtureRequest, private_postgres: Postgres, database: Database) -> Outage:
    """What becomes of the database."""
    return away(private_postgres) if request.param == "away" else frozen(private_postgres, database)


def refuse_in_time(asks: Iterable[tuple[Client, str]]) -> None:
    for who, path in asks:
        start = time.monotonic()
        answer = who.get(path)
        assert time.monotonic() - start < IN_TIME_S
        assert (answer.status_code, slug(answer)) == (503, "store-unavailable"), path
        assert int(answer.headers["Retry-After"]) > 0


def test_boards_are_refused_in_time_while_games_go_on(ada: Client, outage: Outage) -> None:
    paths = [f"/v1/leaderboards/score{way}" for way in ("", f"/around/{ada.player_id}", f"/places/{ada.player_id}")]
    before = [ada.get(path).status_code for path in paths]
    with outage:
        refuse_in_time((ada, path) for path in paths)
        assert ada.finish(ada.deal()["id"])["result"]["recorded"] is False
    assert [ada.get(path).status_code for path in paths] == before == [200, 404, 404]


def test_a_forgotten_game_is_refused_in_time_and_told_again_afterwards(
    ada: Client, contract: Contract, config: Config, database: Database, outage: Outage
) -> None:
    game_id, stranger = ada.deal()["id"], Client(ada.app, contract)
    ada.finish(game_id)
    settle(config, database)
    path = f"/v1/games/{game_id}"
    asks = [(ada, path), (ada, f"{path}/moves"), (ada, f"{path}/reading"), (stranger, f"{path}/proof")]
    before = answers(asks)
    forget(config, game_id)
    with outage:
        refuse_in_time(asks)
    assert answers(asks) == before
