"""The service and the floor, side by side under one gunicorn configuration, on stores of their own."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.embedded import Postgres, Valkey
from service.embedded.server import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

_GENEROUS = {
    "PLAYER_REQUESTS_PER_S": "1000000",
    "PLAYER_BURST": "1000000",
    "NEW_PLAYERS_PER_MINUTE": "1000000",
    "OPEN_GAMES_PER_PLAYER": "1000000",
}
_GRACE_S = 30
"""How long what was started may take to stop."""


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores' addresses as environment variables."""

    environment: dict[str, str]

    @property
    def redis_url(self) -> str:
        """Where Valkey listens."""
        return self.environment["REDIS_URL"]


@contextlib.contextmanager
def stores() -> Iterator[Stores]:
    """Embedded Postgres, migrated, and Valkey, with settings under which no quota is reached."""
    # Told to end, a measurement takes along what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        with Postgres(Path(folder) / "postgres") as postgres, Valkey(Path(folder) / "valkey") as valkey:
            urls = {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url}
            environment = {**os.environ, **_GENEROUS, **urls}
            subprocess.run([sys.executable, "-m", "service.cli", "migrate"], env=environment, check=True)
            yield Stores(environment)


@contextlib.contextmanager
def served(app: str, stores: Stores, **more: str) -> Iterator[int]:
    """The application under the service's gunicorn configuration; its port."""
    port = free_port()
    ports = {"PORT": str(port), "METRICS_PORT": str(free_port())}
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn", app]
    process = subprocess.Popen(command, env={**stores.environment, **ports, **more}, stderr=subprocess.DEVNULL)
    try:
        _wait(port)
        yield port
    finally:
        _end(process)


@contextlib.contextmanager
def working(stores: Stores) -> Iterator[None]:
    """A worker beside it."""
    environment = {**stores.environment, "WORKER_METRICS_PORT": str(free_port())}
    command = [sys.executable, "-m", "service.cli", "worker"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        _end(process)


def call(port: int, method: str, path: str, token: str | None = None, body: object = None) -> Any:
    """One request outside the measurement; its parsed answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request(method, path, json.dumps(body or {}), headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status} {content!r}")
    return json.loads(content)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to stop, and see to it that it does."""
    process.terminate()
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
