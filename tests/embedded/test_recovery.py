"""A server that recovers much data after a crash gets all the time it needs, and people are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest
import redis

from service.embedded import CannotRun, Postgres, Server, Starter, Valkey

if TYPE_CHECKING:
    from pathlib import Path

KEYS = 20_000
TOLD = "{} recovers its data after a crash, which takes a while if there is much."


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.embedded.server._READY_S", 0.5)
    monkeypatch.setattr("service.embedded.server._TOLD_AFTER_S", 0.2)


def slow_valkey(folder: Path, starter: Starter | None = None) -> Valkey:
    """One that was killed, and needs two seconds for its keys; it looks up from them every thousand or so."""
    with Valkey(folder) as before:
        with redis.Redis.from_url(before.url) as connection, connection.pipeline() as commands:
            for number in range(KEYS):
                commands.set(f"key:{number}", number)
            commands.execute()
        before.kill()
    return Valkey(folder, settings={"key-load-delay": "100"}, starter=starter)


def slow_postgres(folder: Path, starter: Starter | None = None) -> Postgres:
    """One that was killed, and then waits two seconds for an archive before it replays what it has itself."""
    with Postgres(folder, durable=False) as before:
        with psycopg.connect(before.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        before.kill()
    (before.data / "recovery.signal").touch()
    return Postgres(folder, durable=False, settings={"restore_command": "sleep 1; false"}, starter=starter)


def test_valkey_is_waited_for_while_it_loads(server_folder: Path) -> None:
    told: list[str] = []
    with slow_valkey(server_folder, Starter(told.append)) as server, redis.Redis.from_url(server.url) as connection:
        assert connection.dbsize() == KEYS
    assert told == [TOLD.format("Valkey")]


def test_postgres_is_waited_for_while_it_recovers(server_folder: Path) -> None:
    told: list[str] = []
    with slow_postgres(server_folder, Starter(told.append)) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
    assert told == [TOLD.format("PostgreSQL")]


@pytest.mark.parametrize("slow", [slow_valkey, slow_postgres])
def test_whoever_no_longer_wants_it_does_not_wait(slow: type[Server], server_folder: Path) -> None:
    starter = Starter()
    server = slow(server_folder, starter)
    starter.stopping.set()
    server.start()
    assert server._stage() != "ready"
    server.stop()
    assert not server.alive


def test_one_that_lives_and_says_nothing_is_given_up(server_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Valkey(server_folder)
    monkeypatch.setattr(server, "_prepare", lambda: None)
    with pytest.raises(CannotRun, match="Valkey does not start"):
        server.start()
