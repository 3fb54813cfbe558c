"""Processes killed for real under clients that play at once: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from sqlalchemy import func, select

from service.storage.postgres import Database
from service.storage.postgres.tables import results as table
from tests.e2e.running import running, until
from tests.e2e.steppers import Crowd, Stepper, stepping
from tests.outages import away, frozen
from tests.servers import sqlalchemy_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from service.embedded import Postgres
    from tests.e2e.running import Up

CLIENTS = 6


@pytest.fixture(scope="module")
def up(private_postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """The service with a Valkey that it looks after, and a Postgres that these tests kill."""
    with running(tmp_path_factory.mktemp("kills") / "var", {"DATABASE_URL": private_postgres.url}) as service:
        yield service


@pytest.fixture
def database(private_postgres: Postgres) -> Iterator[Database]:
    database = Database(sqlalchemy_url(private_postgres), timeout_ms=3000)
    yield database
    database.close()


def kill_web_workers(up: Up) -> None:
    for worker in psutil.Process(up.pid("serve")).children():
        worker.kill()


@contextmanager
def frozen_valkey(up: Up) -> Iterator[None]:
    process = up.pid("valkey")
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def check(crowd: Crowd, database: Database) -> None:
    """Every game of the crowd is as acknowledged, move by move, and has one result."""
    games = [game for stepper in crowd.steppers for game in stepper.games]
    for stepper in crowd.steppers:
        for game, (dealt, *turns) in stepper.games.items():
            assert [turn["game"]["version"] for turn in turns] == list(range(2, len(turns) + 2))
            until(lambda: state(stepper, game)["result"]["recorded"])  # noqa: B023  called at once
            kept = state(stepper, game)
            assert (kept["flips"], kept["version"]) == (len(turns) + 1, len(turns) + 1)
            assert kept["piles"] == turns[-1]["game"]["piles"]
            assert log(stepper, game) == [opening(dealt), *(move for turn in turns for move in turn["moves"])]
    with database.transaction() as connection:
        counts = connection.execute(
            select(table.c.game_id, func.count()).where(table.c.game_id.in_(games)).group_by(table.c.game_id)
        )
        assert {str(game): count for game, count in counts} == dict.fromkeys(games, 1)


def state(stepper: Stepper, game: str) -> Any:
    return stepper.up.call("GET", f"/v1/games/{game}", token=stepper.token).json


def log(stepper: Stepper, game: str) -> list[Any]:
    page = stepper.up.call("GET", f"/v1/games/{game}/moves?limit=100", token=stepper.token).json
    assert page["next"] is None
    return list(page["items"])


def opening(dealt: Any) -> Any:
    hand = dealt["hand"]
    return {
        "kind": "open",
        "set": None,
        "under": None,
        "flipped": hand["card"],
        "from": hand["from"],
        "depth": None,
        "shuttle": False,
    }


def test_killed_web_workers_lose_no_acknowledged_move_and_repeat_none(up: Up, database: Database) -> None:
    with stepping(up, CLIENTS) as crowd:
        crowd.wait_for_more(30)
        with frozen_valkey(up):  # what it has been asked by now it does later, and nobody is told
            crowd.wait_for_quiet()
            kill_web_workers(up)
        crowd.wait_for_more(30)
        lost = crowd.total("lost")
        while crowd.total("lost") == lost:
            kill_web_workers(up)
            crowd.wait_for_more(30)
    assert crowd.total("replayed") > 0
    check(crowd, database)


def test_a_killed_valkey_loses_no_acknowledged_move_and_repeats_none(up: Up, database: Database) -> None:
    with stepping(up, CLIENTS) as crowd:
        for _ in range(2):
            crowd.wait_for_more(30)
            refused = crowd.total("refused")
            os.kill(up.pid("valkey"), signal.SIGKILL)
            crowd.wait_until(lambda: crowd.total("refused") > refused)  # noqa: B023  called at once
            crowd.wait_for_more(30)
    check(crowd, database)


@pytest.mark.parametrize("outage", [lambda server, _: away(server), frozen], ids=["killed", "frozen"])
def test_without_postgres_games_go_on_and_end_and_get_their_results_later(
    outage: Callable[[Postgres, Database], AbstractContextManager[None]],
    up: Up,
    private_postgres: Postgres,
    database: Database,
) -> None:
    with stepping(up, CLIENTS) as crowd:
        crowd.wait_for_more(30)
        with outage(private_postgres, database):
            newest = [(stepper, list(stepper.games)[-1]) for stepper in crowd.steppers]
            in_play = [(stepper, game) for stepper, game in newest if not stepper.ended(game)]
            assert in_play
            crowd.wait_until(lambda: all(stepper.ended(game) for stepper, game in in_play))
            assert [state(stepper, game)["result"]["recorded"] for stepper, game in in_play] == [False] * len(in_play)
    assert crowd.total("refused") == crowd.total("lost") == 0
    check(crowd, database)
