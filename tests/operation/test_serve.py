"""`clock serve` leaves nothing behind."""

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
import pytest

from service.embedded.server import free_port
from tests.e2e.running import until

NOWHERE = {"DATABASE_URL": "postgresql://127.0.0.1:1/db", "REDIS_URL": "redis://127.0.0.1:1"}


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@contextmanager
def serving(port: int, temporary: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The API on stores that do not exist, its temporary files in a folder of their own."""
    settings = NOWHERE | {"PORT": str(port), "METRICS_PORT": str(free_port()), "TMPDIR": str(temporary)}
    command = [sys.executable, "-m", "service.cli", "serve"]
    with subprocess.Popen(command, env=os.environ | settings, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()


def left_by(process: subprocess.Popen[bytes], temporary: Path) -> list[Path]:
    """What the process has made for its counters, in memory or where there is no such folder, and not removed."""
    return [*temporary.iterdir(), *Path("/dev/shm").glob(f"clock-metrics-{process.pid}-*")]  # noqa: S108  read only


def lives(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except (URLError, ConnectionError, TimeoutError):
        return False


def test_the_counters_folder_goes_with_the_master_and_not_with_a_worker(temporary: Path) -> None:
    port = free_port()
    with serving(port, temporary) as process:
        until(lambda: lives(port))
        (folder,) = left_by(process, temporary)
        worker = psutil.Process(process.pid).children()[0]
        worker.send_signal(signal.SIGTERM)
        worker.wait(20)
        until(lambda: lives(port))
        assert any(folder.iterdir())
        process.terminate()
        assert process.wait(20) == 0
    assert left_by(process, temporary) == []


@pytest.mark.parametrize(("files", "connections"), [("-n 1024", 824), ("-Sn 512", 7000)])
def test_a_worker_holds_as_many_connections_as_it_may_open_files_for(files: str, connections: int) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY:  # which no test may raise
        connections = min(connections, most - 200)
    limits = "resource.getrlimit(resource.RLIMIT_NOFILE)"
    tell = f"import resource; from service import gunicorn; print(gunicorn.worker_connections, *{limits})"
    shell = ["sh", "-c", f'ulimit {files} && exec "$0" -c "$1"', sys.executable, tell]
    told = subprocess.run(shell, env=os.environ | NOWHERE, capture_output=True, text=True, check=True).stdout
    held, may_open, _ = map(int, told.split())
    assert (held, may_open) == (connections, connections + 200)


def test_a_start_that_fails_leaves_nothing_either(temporary: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, serving(taken.getsockname()[1], temporary) as process:
        assert process.wait(30) != 0
    assert left_by(process, temporary) == []
