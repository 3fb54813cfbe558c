"""The whole service on one machine: stores if need be, schema, API and worker, looked after until told to stop."""

from __future__ import annotations

import http.client
import secrets
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from service.config import Config, is_set
from service.embedded import Postgres, Starter, Valkey, kept_secret
from service.embedded.runs import LOCK, alone, leave_settings
from service.processes.child import Child
from service.processes.errors import CannotRun
from service.processes.supervisor import Supervisor, stopped_by_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.embedded import Server

_CLOCK = (sys.executable, "-m", "service.cli")
_LEFT = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS", "STANDINGS_KEEP_DAYS")
"""What operators' commands need to work on the same stores in the same way."""

_READY_S = 60.0
_TICK_S = 0.1


def check(data: Path, environment: Mapping[str, str]) -> None:
    """Refuse what can be refused before anything is made: wrong settings, and ports in use where no run has been.

    Where one has been, its left-over processes may hold the ports, and are ended first.
    """
    set_later = {"DATABASE_URL": "postgresql://own", "REDIS_URL": "redis://own", "SECRET_KEY": secrets.token_hex(32)}
    made = {name: value for name, value in set_later.items() if not is_set(environment, name)}
    config = Config.from_environment({**environment, **made})
    if not (data / LOCK).exists():
        _check_ports(config)


class LocalService:
    """The service with its files in `folder`, configured by `environment`.

    Servers of its own run for whichever of DATABASE_URL and REDIS_URL is not set; a secret key is made
    and kept when none is.
    """

    def __init__(self, folder: Path, environment: Mapping[str, str], say: Callable[[str], None]) -> None:
        self._folder = folder
        self._given = dict(environment)
        self._say = say
        self._stopping = Event()
        self._servers: dict[str, Server] = {}
        starter = Starter(say, self._stopping)
        if not self._is_set("DATABASE_URL"):
            self._servers["DATABASE_URL"] = Postgres(folder / "postgres", starter=starter)
        if not self._is_set("REDIS_URL"):
            self._servers["REDIS_URL"] = Valkey(folder / "valkey", starter=starter)

    def run(self) -> None:
        """Run until SIGINT, SIGTERM or SIGHUP; CannotRun when something cannot be started or kept running."""
        with alone(self._folder), stopped_by_signals(self._stopping):
            with Supervisor(self._stopping, self._say) as supervisor:
                self._start(supervisor)
                supervisor.watch()
                self._say("Stopping.")
            self._say(f"Stopped. Everything is kept in {self._folder}")

    def _start(self, supervisor: Supervisor) -> None:
        config = Config.from_environment(self._environment())
        for child in self._children():
            child.end_leftover()
        _check_ports(config)
        for server in self._servers.values():
            self._say(f"Starting {server.name} in {server.folder}")
            supervisor.start(server)
        self._migrate()
        self._leave_settings()
        api, worker = self._children()
        supervisor.start(api)
        supervisor.start(worker)
        self._wait_until_ready(config, api)

    def _is_set(self, variable: str) -> bool:
        return is_set(self._given, variable)

    def _environment(self) -> dict[str, str]:
        urls = {variable: server.url for variable, server in self._servers.items()}
        key = {} if self._is_set("SECRET_KEY") else {"SECRET_KEY": kept_secret(self._folder / "secret_key")}
        return self._given | urls | key

    def _leave_settings(self) -> None:
        named = [name for variable in _LEFT for name in (variable, f"{variable}_FILE")]
        environment = self._environment()
        found = {name: environment[name] for name in named if environment.get(name)}
        files = {name: str(Path(path).absolute()) for name, path in found.items() if name.endswith("_FILE")}
        leave_settings(self._folder, found | files)

    def _children(self) -> tuple[Child, Child]:
        def child(name: str, command: str, **more: str) -> Child:
            lock = self._folder / f"{command}.lock"
            return Child(name, [*_CLOCK, command], lock, environment=self._environment() | more)

        shared_counters = {"PROMETHEUS_MULTIPROC_DIR": str(self._folder / "metrics")}
        return child("The API", "serve", **shared_counters), child("The worker", "worker")

    def _migrate(self) -> None:
        if self._stopping.is_set():
            return
        done = subprocess.run([*_CLOCK, "migrate"], env=self._environment(), start_new_session=True, check=False)  # noqa: S603  this program itself
        if done.returncode:
            raise CannotRun("The database could not be brought up to date, see above.")

    def _wait_until_ready(self, config: Config, api: Child) -> None:
        deadline = time.monotonic() + _READY_S
        while not self._stopping.wait(_TICK_S):
            if _answers(config, "/readyz"):
                self._say(_where(config, self._folder))
                return
            if not api.alive:
                raise CannotRun("The API could not be started, see above.")
            if time.monotonic() > deadline:
                raise CannotRun(f"The API is not ready after {_READY_S:.0f} seconds: see /readyz for the reason.")


def _check_ports(config: Config) -> None:
    """`CannotRun` naming every port that is taken."""
    wanted = {
        "PORT": (config.host, config.port),
        "METRICS_PORT": (config.metrics_host, config.metrics_port),
        "WORKER_METRICS_PORT": (config.metrics_host, config.worker_metrics_port),
    }
    faults = [fault for variable, place in wanted.items() if (fault := _port_fault(variable, *place))]
    if faults:
        raise CannotRun(f"{'; '.join(faults)}.")


def _port_fault(variable: str, host: str, port: int) -> str | None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return f"Port {port} of {host} cannot be used ({error.strerror}): set {variable} to another one"
    return None


def _answers(config: Config, path: str) -> bool:
    connection = http.client.HTTPConnection(_reachable(config.host), config.port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _reachable(host: str) -> str:
    """Where to find on this machine what listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  read, not bound


def _where(config: Config, folder: Path) -> str:
    host, metrics = _reachable(config.host), _reachable(config.metrics_host)
    return f"""
Clock Solitaire is up.
  API       http://{host}:{config.port}/v1
  Docs      http://{host}:{config.port}/docs
  Metrics   http://{metrics}:{config.metrics_port}/metrics and, of the worker, :{config.worker_metrics_port}/metrics
  Data      {folder}
  Stop      Ctrl-C
"""
