"""A Postgres that dies, freezes, or is full of others."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.embedded import Postgres
from service.play.daily import NEXT
from service.play.errors import StoreUnavailable
from service.play.identity import new_id
from service.storage.postgres import Database, PostgresDailies, PostgresPlayers, migrate
from tests.outages import away, frozen
from tests.servers import sqlalchemy_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.play.players import Player

TIMEOUT_MS = 400
IN_TIME_S = 5.0
"""psycopg gives no connection less than two seconds, and machines that run tests can be slow."""


@pytest.fixture
def server(private_postgres: Postgres) -> Postgres:
    return private_postgres


@pytest.fixture
def database(server: Postgres) -> Iterator[Database]:
    database = Database(sqlalchemy_url(server), TIMEOUT_MS, pool_size=2)
    yield database
    database.close()


@pytest.fixture
def players(database: Database) -> PostgresPlayers:
    return PostgresPlayers(database)


@pytest.fixture
def ann(players: PostgresPlayers) -> Player:
    return players.add(new_id(), "Ann", secrets.token_bytes(32))


@contextmanager
def refused_in_time() -> Iterator[pytest.ExceptionInfo[StoreUnavailable]]:
    start = time.monotonic()
    with pytest.raises(StoreUnavailable) as caught:
        yield caught
    assert caught.value.store == "postgres"
    assert time.monotonic() - start < IN_TIME_S


def test_a_frozen_server_keeps_nobody_waiting_and_makes_no_noise(
    server: Postgres, database: Database, players: PostgresPlayers, ann: Player, caplog: pytest.LogCaptureFixture
) -> None:
    with frozen(server, database):
        with refused_in_time():
            players.get(ann.id)
        with refused_in_time():
            players.get(ann.id)
        with refused_in_time():
            migrate.pending(database)
    assert players.get(ann.id) == ann
    assert caplog.records == []


def test_a_server_that_freezes_inside_a_transaction_is_given_up(server: Postgres, database: Database) -> None:
    with refused_in_time(), database.transaction() as connection:
        connection.execute(text("SELECT 1"))
        with frozen(server, database):
            connection.execute(text("SELECT 1"))


@pytest.mark.parametrize("end", [Postgres.stop, Postgres.kill])
def test_a_server_that_went_and_came_back_costs_no_request(
    server: Postgres, players: PostgresPlayers, ann: Player, end: Callable[[Postgres], None]
) -> None:
    end(server)
    server.start()
    assert players.get(ann.id) == ann


def test_a_server_that_is_away_is_unavailable_until_it_is_back(
    server: Postgres, database: Database, players: PostgresPlayers, ann: Player
) -> None:
    with away(server):
        with refused_in_time():
            players.get(ann.id)
        assert migrate.readiness_problem(database) == "Postgres does not answer"
    assert players.get(ann.id) == ann


def test_a_server_that_is_away_over_midnight_stops_no_daily_deal(server: Postgres, database: Database) -> None:
    dailies, day = PostgresDailies(database), date(2026, 12, 24)
    dailies.prepare(day)
    tomorrow = dict(dailies.seeds(day + NEXT))
    with away(server):
        dailies.prepare(day + NEXT)
        assert dailies.seeds(day + NEXT) == tomorrow
        with refused_in_time():
            dailies.seeds(day - NEXT)
    dailies = PostgresDailies(database)
    dailies.prepare(day + NEXT)
    assert dailies.seeds(day + NEXT) == tomorrow


def test_a_connection_cut_in_the_middle_is_unavailable_and_replaced(database: Database) -> None:
    with refused_in_time(), database.transaction() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    with database.transaction() as connection:
        assert connection.scalar(text("SELECT 1")) == 1


def test_a_statement_that_takes_too_long_is_given_up_and_ended(database: Database) -> None:
    with refused_in_time(), database.transaction() as connection:
        connection.execute(text("SELECT pg_sleep(60)"))
    with database.transaction() as connection:
        running = text("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query ~ '^SELECT pg_sleep'")
        assert connection.scalar(running) == 0


def test_a_lock_held_by_another_is_not_waited_for_too_long(
    database: Database, players: PostgresPlayers, ann: Player
) -> None:
    with database.transaction() as connection:
        connection.execute(text("LOCK TABLE players"))
        with refused_in_time() as caught:
            players.rename(ann.id, "Anna")
    assert "lock timeout" in str(caught.value.__cause__)


def test_whoever_is_patient_waits_for_answers_and_for_nothing_else(
    server: Postgres, database: Database, ann: Player
) -> None:
    patient = Database(sqlalchemy_url(server), TIMEOUT_MS, pool_size=1, patience_ms=60_000)
    with patient.transaction() as connection:
        connection.execute(text(f"SELECT pg_sleep({3 * TIMEOUT_MS / 1000})"))
    with database.transaction() as connection:
        connection.execute(text("LOCK TABLE players"))
        with refused_in_time() as caught:
            PostgresPlayers(patient).rename(ann.id, "Anna")
    assert "lock timeout" in str(caught.value.__cause__)
    patient.close()


def test_the_locks_of_someone_who_has_gone_silent_are_freed(database: Database, ann: Player) -> None:
    with refused_in_time(), database.transaction() as silent:
        silent.execute(text("LOCK TABLE players"))
        while _locks_of_players(database):
            pass
        silent.execute(text("SELECT 1"))
    assert PostgresPlayers(database).get(ann.id) == ann


def _locks_of_players(database: Database) -> int:
    held = text("SELECT count(*) FROM pg_locks WHERE relation = 'players'::regclass AND mode = 'AccessExclusiveLock'")
    with database.transaction() as connection:
        return connection.scalar(held) or 0


def test_when_all_connections_are_in_use_the_next_one_waits_and_gives_up(
    database: Database, players: PostgresPlayers, ann: Player
) -> None:
    with database.transaction(), database.transaction(), refused_in_time():
        players.get(ann.id)
    assert players.get(ann.id) == ann


def test_a_server_that_takes_no_writes_is_unavailable_for_them(
    database: Database, players: PostgresPlayers, ann: Player
) -> None:
    with database.transaction() as connection:
        connection.execute(text("SET default_transaction_read_only = on"))
    with refused_in_time():
        players.rename(ann.id, "Anna")
    assert players.get(ann.id) == ann


GREENLETS = """
from gevent import monkey; monkey.patch_all()
import sys, gevent
from service.play.errors import StoreUnavailable
from service.storage.postgres import Database, PostgresPlayers

players = PostgresPlayers(Database(sys.argv[1], 1000))
player = players.get(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
waiting = gevent.spawn(players.get, player.id)
ticks = 0
while not waiting.ready():
    gevent.sleep(0.01)
    ticks += 1
print(type(waiting.exception).__name__, ticks > 50)
"""


def test_under_gevent_one_who_waits_for_a_frozen_server_holds_up_no_other(
    server: Postgres, database: Database, ann: Player
) -> None:
    command = [sys.executable, "-c", GREENLETS, sqlalchemy_url(server), ann.id]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=migrate.FOLDER.parent
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        with frozen(server, database):
            said, _ = process.communicate(b"go\n", timeout=10)
    assert said == b"StoreUnavailable True\n"
