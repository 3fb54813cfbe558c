"""`python -m bench.recording`: how fast ended games come into the results database, beside plain INSERTs of them."""

from __future__ import annotations

import multiprocessing
import secrets
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from bench.backlog import Backlog
from bench.crowd import Crowd
from service.embedded import Postgres, Valkey
from service.play.recording import record_results
from service.storage.postgres import Database, PostgresResults, migrate
from service.storage.postgres.results import months_at_hand
from service.storage.postgres.rows import row_of
from service.storage.postgres.tables import players, results
from service.worker import RESULTS_A_PARTITION, search_seldom

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.synchronize import Barrier

    from service.play.record import GameRecord

PLAYERS, SEASON = 8_000, 30_000
"""Who was there first, and how many games all have ended in the month before: newcomers are a tenth of them."""

BATCH, GAMES, ROUNDS = 1_000, 3_000, 4
"""Each round has so many games for each way."""

_SEASON_MS = 30 * 24 * 60 * 60 * 1000
_ROUND_MS = 30 * 1000


class Bench:
    """The stores, after a season."""

    def __init__(self, database_url: str, redis_url: str) -> None:
        self._urls = database_url, redis_url
        self._database = Database(database_url, timeout_ms=60_000, pool_size=1)
        self._keeper, self._backlog = PostgresResults(self._database), Backlog(redis_url)
        self._crowd, self._joined = Crowd(PLAYERS), 0
        self._now = time.time_ns() // 1_000_000 - _SEASON_MS
        self._keeper.prepare(months_at_hand())
        self._record(self._ended(SEASON, _SEASON_MS))

    def round(self) -> dict[str, float]:
        """Games a second, in each way."""
        mine, recorded, ours = (self._ended(GAMES) for _ in range(3))
        rows = [[_anew(row_of(record)) for record in batch] for batch in _batches(recorded)]
        self._backlog.put(mine)
        rates = {"one worker, from the outbox": _rate(lambda: drain(self._backlog, self._keeper))}
        rates["plain INSERT"] = _rate(lambda: self._insert(rows))
        rates["recorded"] = _rate(lambda: self._record(recorded))
        self._backlog.put(ours)
        rates["two workers, from the outbox"] = GAMES / self._by_two()
        return rates

    def close(self) -> None:
        """Close the connections."""
        self._database.close()

    def _ended(self, count: int, within_ms: int = _ROUND_MS) -> list[GameRecord]:
        """Games that the crowd ends next, of players who have joined by then."""
        games = self._crowd.games(count, self._now, self._now + within_ms)
        self._now += within_ms
        newcomers = self._crowd.players[self._joined :]
        self._joined += len(newcomers)
        rows = [{"id": one, "display_name": "Player", "secret_digest": secrets.token_bytes(32)} for one in newcomers]
        with self._database.transaction() as connection:
            connection.execute(insert(players), rows)
        return games

    def _record(self, records: Sequence[GameRecord]) -> None:
        for batch in _batches(records):
            self._keeper.record(batch)

    def _insert(self, batches: Sequence[Sequence[dict[str, Any]]]) -> None:
        for rows in batches:
            with self._database.transaction() as connection:
                connection.execute(insert(results), rows)

    def _by_two(self) -> float:
        """The seconds in which two workers, each a process of its own, empty the outbox."""
        context = multiprocessing.get_context("spawn")
        barrier = context.Barrier(3)
        workers = [context.Process(target=_work, args=(*self._urls, barrier)) for _ in range(2)]
        for worker in workers:
            worker.start()
        barrier.wait()
        start = time.perf_counter()
        barrier.wait()
        taken = time.perf_counter() - start
        for worker in workers:
            worker.join()
        return taken


def drain(backlog: Backlog, keeper: PostgresResults) -> None:
    """As a worker does, until nothing is left."""
    while record_results(backlog.outbox, keeper, RESULTS_A_PARTITION):
        continue


def main() -> None:
    """Measure and print."""
    search_seldom()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        with Postgres(Path(folder) / "postgres") as postgres, Valkey(Path(folder) / "valkey") as valkey:
            url = postgres.url.replace("postgresql://", "postgresql+psycopg://")
            migrate.upgrade(url)
            bench = Bench(url, valkey.url)
            bench.round()
            rounds = [_told(bench.round()) for _ in range(ROUNDS)]
            bench.close()
    print(f"\n{ROUNDS} rounds of {GAMES} games each way, in turns, batches of about {BATCH}; medians")
    for way in rounds[0]:
        rates = [rates[way] for rates in rounds]
        shares = [rates[way] / rates["plain INSERT"] for rates in rounds]
        low, high = min(rates), max(rates)
        print(
            f"{way:30} {median(rates):6.0f} games/s ({low:.0f} to {high:.0f}), {median(shares):.2f} of plain INSERT"
        )


def _told(rates: dict[str, float]) -> dict[str, float]:
    print(", ".join(f"{way} {rate:.0f}" for way, rate in rates.items()), flush=True)
    return rates


def _batches(records: Sequence[GameRecord]) -> list[Sequence[GameRecord]]:
    return [records[at : at + BATCH] for at in range(0, len(records), BATCH)]


def _rate(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return GAMES / (time.perf_counter() - start)


def _anew(row: dict[str, Any]) -> dict[str, Any]:
    """The same row of another game."""
    return row | {"game_id": row["game_id"][:-12] + secrets.token_hex(6)}


def _work(database_url: str, redis_url: str, barrier: Barrier) -> None:
    search_seldom()
    database = Database(database_url, timeout_ms=60_000, pool_size=1)
    with database.transaction() as connection:
        connection.execute(select(1))
    keeper, backlog = PostgresResults(database), Backlog(redis_url)
    keeper.prepare(months_at_hand())
    barrier.wait()
    drain(backlog, keeper)
    barrier.wait()
    database.close()


if __name__ == "__main__":
    main()
