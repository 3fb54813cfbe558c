"""One real PostgreSQL and one real Valkey for a test run, shared by all its xdist workers.

With DATABASE_URL or REDIS_URL set, those servers are used instead: every worker makes a database of its
own on the one, and takes (and may empty) a logical database of its own on the other, counted from that
in the URL.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from service.embedded import Postgres, Valkey
from service.processes.account import Account
from service.storage.postgres import migrate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WORKERS_AT_MOST = 64


class _Node(Protocol):
    """An xdist worker as its controller sees it."""

    config: pytest.Config
    workerinput: dict[str, str]


class SharedServers:
    """The run's servers, each started when it is first asked for."""

    def __init__(self) -> None:
        self._running = contextlib.ExitStack()
        self._urls: dict[str, str] = {}

    def postgres(self) -> str:
        """The server's URL with its default database."""
        return self._once("DATABASE_URL", lambda folder: Postgres(folder, durable=False))

    def valkey(self) -> str:
        """The server's URL with the first of its logical databases."""
        return self._once("REDIS_URL", lambda folder: Valkey(folder, settings={"databases": str(_WORKERS_AT_MOST)}))

    def stop(self) -> None:
        """Stop what was started, and remove its files."""
        self._running.close()

    def _once(self, variable: str, make: Callable[[Path], Postgres | Valkey]) -> str:
        if variable not in self._urls:
            self._urls[variable] = os.environ.get(variable) or self._start(make)
        return self._urls[variable]

    def _start(self, make: Callable[[Path], Postgres | Valkey]) -> str:
        folder = self._running.enter_context(enterable_folder())
        return self._running.enter_context(make(folder)).url


class HandedServers:
    """The run's servers, as an xdist worker was told of them."""

    def __init__(self, told: dict[str, str]) -> None:
        self._told = told

    def postgres(self) -> str:
        return self._told["postgres"]

    def valkey(self) -> str:
        return self._told["valkey"]

    def stop(self) -> None:
        """Nothing: the controller's servers are not a worker's to stop."""


_SERVERS = pytest.StashKey[SharedServers | HandedServers]()


def pytest_configure(config: pytest.Config) -> None:
    told = getattr(config, "workerinput", None)
    config.stash[_SERVERS] = SharedServers() if told is None else HandedServers(told)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: _Node) -> None:
    servers = node.config.stash[_SERVERS]
    node.workerinput |= {"postgres": servers.postgres(), "valkey": servers.valkey()}


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_SERVERS].stop()


@pytest.fixture(scope="session")
def worker_number(pytestconfig: pytest.Config) -> int:
    """0 for the first xdist worker, and without xdist."""
    told: dict[str, str] = getattr(pytestconfig, "workerinput", {"workerid": "gw0"})
    return int(told["workerid"].removeprefix("gw"))


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL, as SQLAlchemy takes it, of an empty database that is this worker's alone."""
    with new_database(pytestconfig.stash[_SERVERS].postgres()) as url:
        yield url


@pytest.fixture
def own_database_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL, as SQLAlchemy takes it, of an empty database that is this test's alone."""
    with new_database(pytestconfig.stash[_SERVERS].postgres()) as url:
        yield url


@pytest.fixture(scope="module")
def module_database_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL, as SQLAlchemy takes it, of an empty database that is one module's alone."""
    with new_database(pytestconfig.stash[_SERVERS].postgres()) as url:
        yield url


@pytest.fixture(scope="session")
def valkey_url(pytestconfig: pytest.Config, worker_number: int) -> str:
    """The URL of a logical database that is this worker's alone: FLUSHDB as you like."""
    url = make_url(pytestconfig.stash[_SERVERS].valkey())
    return url.set(database=str(int(url.database or 0) + worker_number)).render_as_string(hide_password=False)


@pytest.fixture
def server_folder() -> Iterator[Path]:
    """A folder for a private server: `with Valkey(server_folder) as server: server.kill()`."""
    with enterable_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def private_postgres() -> Iterator[Postgres]:
    """A server with the newest schema that is one module's alone: kill it as you like."""
    with enterable_folder() as folder, Postgres(folder) as server:
        migrate.upgrade(sqlalchemy_url(server))
        yield server


def sqlalchemy_url(server: Postgres) -> str:
    """Where the server is, as SQLAlchemy takes it."""
    return server.url.replace("postgresql://", "postgresql+psycopg://")


@contextlib.contextmanager
def new_database(server: str) -> Iterator[str]:
    """An empty database on `server`, dropped afterwards; its URL as SQLAlchemy takes it."""
    admin = make_url(server).set(drivername="postgresql")
    name = f"clock_test_{uuid4().hex}"
    address = admin.render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield admin.set(drivername="postgresql+psycopg", database=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextlib.contextmanager
def enterable_folder() -> Iterator[Path]:
    """A new folder that the servers' user can enter, removed afterwards."""
    parents = (tempfile.gettempdir(), "/var/tmp", "/tmp")  # noqa: S108  mkdtemp is safe in both
    parent = next(parent for parent in parents if Account.for_folder(Path(parent)).may("x", Path(parent)))
    folder = Path(tempfile.mkdtemp(dir=parent, prefix="clock-test-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
