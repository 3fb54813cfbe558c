"""`make scale`: places among millions, and results coming in, on a Postgres of its own."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import psycopg

from bench.drain import BATCH, BATCHES, ROUNDS, drained, load_results
from bench.lists import add_players, fill
from bench.questions import TIMES, Questions, p50_p99
from service.embedded import Postgres
from service.play.boards import BOARDS
from service.storage.postgres import Database, migrate
from service.storage.postgres.results import PostgresResults, months_at_hand

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS = {
    "shared_buffers": "2GB",
    "effective_cache_size": "6GB",
    "maintenance_work_mem": "512MB",
    "max_parallel_maintenance_workers": "2",
    "work_mem": "64MB",
    "max_wal_size": "8GB",
    "wal_compression": "pglz",
    "checkpoint_timeout": "30min",
    "random_page_cost": "1.1",
    "jit": "off",
}
"""All that differs from a fresh PostgreSQL; fsync and synchronous_commit stay on."""

SIZES = (100_000, 1_000_000, 10_000_000)
_MEASURED = ("fastest_clear", "score")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="bench.scale", description=__doc__)
    parser.add_argument("--standings", type=int, default=SIZES[-1], help="rows of each board, at the most")
    parser.add_argument("--results", type=int, default=20_000_000)
    parser.add_argument("--boards", nargs="+", choices=_MEASURED, default=_MEASURED)
    asked = parser.parse_args()
    sizes = sorted({min(size, asked.standings) for size in SIZES} | {asked.standings})
    with _postgres() as server:
        url = server.url.replace("postgresql://", "postgresql+psycopg://")
        migrate.upgrade(url)
        print(", ".join(f"{name} = {value}" for name, value in SETTINGS.items()), end="\n\n", flush=True)
        database = Database(url, timeout_ms=3_600_000)
        _boards(server.url, url, database, sizes, asked.boards)
        _drain(database, asked.results, sizes[-1])
        database.close()


def _settle(url: str) -> None:
    """What autovacuum does after a while."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE) players, standings, standing_counts")
        connection.execute("CHECKPOINT")


@contextlib.contextmanager
def _postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        with Postgres(Path(folder) / "postgres", settings=SETTINGS) as server:
            yield server


def _boards(plain_url: str, url: str, database: Database, sizes: list[int], names: list[str]) -> None:
    boards, there = [BOARDS[name] for name in names], 0
    plans = list[str]()
    print(f"each asked {TIMES} times, of other players and pages; ms: Postgres alone, and through the adapter\n")
    print("| board | players | question | pages touched | p50 | p99 | p50 with the adapter | p99 |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for size in sizes:
        with database.transaction() as connection:
            add_players(connection, there, size)
            fill(connection, boards, size)
        there = size
        _settle(plain_url)
        questions = Questions(plain_url, url)
        for board in boards:
            for question, pages, *times in questions.measured(board, size):
                figures = " | ".join(f"{figure:.2f}" for one in times for figure in p50_p99(one))
                print(f"| {board.name} | {size} | {question} | {pages} | {figures} |", flush=True)
            if size == sizes[-1]:
                plans += questions.plans(board, size)
        questions.close()
    print("\n" + "\n\n".join(plans))


def _drain(database: Database, size: int, players: int) -> None:
    PostgresResults(database).prepare(months_at_hand())
    start = time.monotonic()
    with database.transaction() as connection:
        load_results(connection, size, players)
    print(f"\n{size} results loaded in {time.monotonic() - start:.0f} s")
    ours, plain = drained(database, players)
    shares = [one / other for one, other in zip(ours, plain, strict=True)]
    print(
        f"{ROUNDS} rounds of {BATCHES} batches of {BATCH} in turns; medians: {median(ours):.0f} games/s recorded, "
        f"{median(plain):.0f} rows/s plainly inserted, {median(shares):.2f} of it"
    )


if __name__ == "__main__":
    main()
