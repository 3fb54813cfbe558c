"""`clock up` runs the whole service on a machine that has nothing, and loses nothing when it stops."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import psutil
import pytest
from redis import Redis

from tests.e2e.running import Player, Up, clock_up, running, until


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with running(tmp_path_factory.mktemp("up") / "var") as service:
        yield service


def test_it_says_where_to_go_and_how_to_stop(up: Up) -> None:
    port, metrics = up.environment["PORT"], up.environment["METRICS_PORT"]
    for said in (f"http://127.0.0.1:{port}/v1", f"http://127.0.0.1:{port}/docs", f":{metrics}/metrics", "Ctrl-C"):
        assert said in up.said


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/docs", "/v1/openapi.json"])
def test_it_serves_what_it_says(path: str, up: Up) -> None:
    assert up.call("GET", path).status == HTTPStatus.OK


def test_metrics_are_on_ports_of_their_own_and_nothing_else_is(up: Up) -> None:
    assert up.call("GET", "/metrics").status == HTTPStatus.NOT_FOUND
    assert up.call("GET", "/v1/openapi.json", port="METRICS_PORT").status == HTTPStatus.NOT_FOUND
    assert b"# TYPE" in up.call("GET", "/metrics", port="METRICS_PORT").body
    assert b"# TYPE" in up.call("GET", "/metrics", port="WORKER_METRICS_PORT").body


def test_operators_commands_find_its_stores(up: Up) -> None:
    player_id = up.call("POST", "/v1/players", {"display_name": "Ada"}).json["player"]["id"]
    environment = {name: value for name, value in up.environment.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "-m", "service.cli", "players", "rename", player_id, "Player 7"]
    done = subprocess.run([*command, "--data", up.data], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == f"Player {player_id} is called Player 7 now, until that is freed.\n"
    until(lambda: up.call("GET", f"/v1/players/{player_id}").json["display_name"] == "Player 7")


def test_a_second_one_with_the_same_data_is_told_of_the_first(up: Up) -> None:
    second = clock_up(up.data)
    assert second.wait() == 1
    assert f"clock: The service is already running with {up.data.resolve()}: stop it first" in second.said


@pytest.mark.parametrize("variable", ["PORT", "METRICS_PORT", "WORKER_METRICS_PORT"])
def test_a_port_in_use_is_a_sentence_before_anything_is_started(variable: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = clock_up(tmp_path / "var", variables={variable: port})
        assert refused.wait() == 1
    said = (
        f"clock: Port {port} of 127.0.0.1 cannot be used (Address already in use): set {variable} to another one.\n"
    )
    assert refused.said == said
    assert not os.path.lexists(refused.data)


def test_all_ports_in_use_are_named_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        ports = {"PORT": one.getsockname()[1], "WORKER_METRICS_PORT": two.getsockname()[1]}
        refused = clock_up(tmp_path / "var", variables={name: str(port) for name, port in ports.items()})
        assert refused.wait() == 1
    assert all(f"Port {port} of 127.0.0.1" in refused.said for port in ports.values())
    assert len(refused.said.splitlines()) == 1


def test_data_that_cannot_be_written_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = clock_up(tmp_path / "file" / "var", output=tmp_path / "out")
    assert refused.wait() == 1
    assert refused.said.startswith("clock: The data folder ")
    assert len(refused.said.splitlines()) == 1


def test_wrong_settings_are_a_sentence(tmp_path: Path) -> None:
    refused = clock_up(tmp_path / "var", variables={"LOG_LEVEL": "loud"})
    assert refused.wait() == 1
    assert refused.said == "clock: LOG_LEVEL: must be one of INFO, DEBUG, WARNING, ERROR\n"
    assert not os.path.lexists(refused.data)


def test_a_refusal_leaves_an_empty_folder_empty(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = clock_up(tmp_path / "var", variables={"PORT": str(taken.getsockname()[1])})
        assert refused.wait() == 1
    assert (list((tmp_path / "var").iterdir()), (tmp_path / "var").is_symlink()) == ([], False)


def test_a_killed_web_worker_loses_no_acknowledged_move(up: Up) -> None:
    player = Player.dealt(up)
    for _ in range(3):
        until(player.step)
        for worker in psutil.Process(up.pid("serve")).children():
            worker.kill()
        until(player.step)


def test_a_killed_store_comes_back_with_every_acknowledged_move(up: Up) -> None:
    player = Player.dealt(up)
    assert all(player.step() for _ in range(5))
    os.kill(up.pid("valkey"), signal.SIGKILL)
    until(player.step)
    assert "Valkey has died: starting it again." in up.said


def test_a_killed_postgres_comes_back(up: Up) -> None:
    os.kill(up.pid("postgres"), signal.SIGKILL)
    until(lambda: "PostgreSQL has died: starting it again." in up.said)
    until(lambda: up.call("GET", "/readyz").status == HTTPStatus.OK)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_game_goes_on_after_a_stop_and_a_start_and_after_being_killed(how: signal.Signals, tmp_path: Path) -> None:
    first = clock_up(tmp_path / "var")
    first.wait_until_ready()
    player = Player.dealt(first)
    assert player.step()
    before = player.state()
    code = first.end(how)
    assert how == signal.SIGKILL or (code == 0 and "Stopped. Everything is kept in" in first.said)
    first.output.unlink()
    with running(tmp_path / "var") as second:
        player.up = second
        assert player.state() == before
        assert player.step()


def test_stores_that_are_given_are_used_instead_of_own_ones(
    own_database_url: str, valkey_url: str, tmp_path: Path
) -> None:
    given = {"DATABASE_URL": own_database_url, "REDIS_URL": valkey_url}
    with Redis.from_url(valkey_url) as others:
        others.flushdb()  # what other tests have left is sealed with another key
    with running(tmp_path / "var", given) as service:
        assert service.call("GET", "/readyz").status == HTTPStatus.OK
        assert {file.name for file in service.data.iterdir()}.isdisjoint({"postgres", "valkey"})
