"""The databases of `bench.scale`: filled once, and served as they are whenever they are there already."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import psycopg
from sqlalchemy import text

from bench.drain import DAYS_BACK, load_results
from bench.lists import add_players, fill
from service.embedded import Postgres
from service.play.boards import BOARDS
from service.storage.postgres import Database, migrate
from service.storage.postgres.partitions import Month
from service.storage.postgres.results import PostgresResults, months_at_hand

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SETTINGS = {
    "shared_buffers": "2GB",
    "effective_cache_size": "6GB",
    "maintenance_work_mem": "512MB",
    "max_parallel_maintenance_workers": "2",
    "work_mem": "64MB",
    "max_wal_size": "4GB",
    "wal_compression": "pglz",
    "checkpoint_timeout": "30min",
    "random_page_cost": "1.1",
    "jit": "off",
}
"""All that differs from a fresh PostgreSQL; fsync and synchronous_commit stay on."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds: standings on each of these boards, all of different players, and results."""

    standings: int
    results: int
    boards: tuple[str, ...]


@contextlib.contextmanager
def served(folder: Path, contents: Contents) -> Iterator[str]:
    """The SQLAlchemy URL of a database with these contents, in a folder of its own within this one."""
    home = folder / str(contents.standings)
    note = home / "filled"
    if home.exists() and (not note.exists() or note.read_text() != str(contents)):
        raise SystemExit(f"{home} does not hold {contents}, or not all of it: remove it or keep this elsewhere.")
    with Postgres(home, settings=SETTINGS) as server:
        url = server.url.replace("postgresql://", "postgresql+psycopg://")
        migrate.upgrade(url)
        if not note.exists():
            _fill(url, contents)
            _settle(server.url)
            note.write_text(str(contents))
        yield url


def _fill(url: str, contents: Contents) -> None:
    database = Database(url, timeout_ms=3_600_000)
    with _told(f"{contents.standings} players and their standings"), database.transaction() as connection:
        add_players(connection, contents.standings)
        fill(connection, [BOARDS[name] for name in contents.boards], contents.standings)
    first = Month.on(datetime.now(UTC).date() - timedelta(days=DAYS_BACK))
    PostgresResults(database).prepare(months_at_hand() | {first, first + 1})
    if contents.results:
        with _told(f"{contents.results} results"), database.transaction() as connection:
            # Whose they are is there: to look every player up, and to lock them, would take longer than all else.
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            load_results(connection, contents.results, contents.standings)
    database.close()


def _settle(url: str) -> None:
    """What autovacuum does after a while."""
    with _told("statistics"), psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE) players, standings, standing_counts, results")
        connection.execute("CHECKPOINT")


@contextlib.contextmanager
def _told(what: str) -> Iterator[None]:
    start = time.monotonic()
    yield
    print(f"{what} in {time.monotonic() - start:.0f} s", flush=True)
