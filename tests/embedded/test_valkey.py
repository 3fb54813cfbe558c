"""An embedded Valkey loses nothing that it acknowledged, and cannot be met by strangers."""

import os
import signal
import socket
from pathlib import Path

import psutil
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.embedded import Valkey


def client(server: Valkey) -> redis.Redis:
    return redis.Redis.from_url(server.url, decode_responses=True, retry=Retry(NoBackoff(), 0))


def test_what_was_acknowledged_survives_kill_9(server_folder: Path) -> None:
    with Valkey(server_folder) as server:
        before = server.url
        with client(server) as connection:
            for number in range(1000):
                connection.set(f"key:{number}", number)
        server.kill()
        assert not server.alive
        server.start()
        assert server.url == before
        with client(server) as connection:
            assert connection.dbsize() == 1000


def test_valkey_evicts_nothing_and_keeps_an_append_only_file(server_folder: Path) -> None:
    with Valkey(server_folder) as server, client(server) as connection:
        assert connection.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        assert connection.config_get("append*") | {
            "appendonly": "yes",
            "appendfsync": "everysec",
        } == connection.config_get("append*")


def test_a_folder_may_have_any_name(server_folder: Path) -> None:
    with Valkey(server_folder / 'a "folder" \\ näme') as server:
        assert any((server.data / "appendonlydir").iterdir())


def test_a_stranger_without_the_password_is_refused(server_folder: Path) -> None:
    with Valkey(server_folder) as server, client(server) as stranger:
        stranger.connection_pool.connection_kwargs.pop("password")
        with pytest.raises(redis.AuthenticationError):
            stranger.get("anything")


def test_the_password_is_in_no_process_list_and_no_file_of_others(server_folder: Path) -> None:
    with Valkey(server_folder) as server:
        assert not any(server.password in argument for argument in psutil.Process(server.pid).cmdline())
    assert (server_folder / "password").stat().st_mode & 0o777 == 0o600


def test_valkey_listens_on_the_loopback_address_only(server_folder: Path) -> None:
    with Valkey(server_folder) as server, socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", server.port)) != 0


def test_a_server_left_over_by_a_killed_run_is_stopped_and_its_data_taken_over(server_folder: Path) -> None:
    left_over = Valkey(server_folder)
    left_over.start()
    with client(left_over) as connection:
        connection.set("kept", "yes")
    with Valkey(server_folder) as successor:
        assert not left_over.alive
        with client(successor) as connection:
            assert connection.get("kept") == "yes"


def test_a_frozen_server_left_over_is_ended_by_force(server_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.processes.child._LEFTOVER_S", 0.1)
    left_over = Valkey(server_folder)
    left_over.start()
    os.kill(left_over.pid, signal.SIGSTOP)
    with Valkey(server_folder) as successor:
        assert successor.alive
        assert not left_over.alive
