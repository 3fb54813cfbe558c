"""The worker: brings results into Postgres, does what is due in games and races, and removes what is old.

It keeps nothing: any number of workers may run, and be killed, at any time.
"""

from __future__ import annotations

import gc
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

import structlog

from service import logs, stores
from service.jobs import Job, run_jobs
from service.play.days import day_at
from service.play.players import finish_erasures
from service.play.recording import record_results
from service.processes.supervisor import stopped_by_signals
from service.storage.postgres import PostgresDailies, PostgresPlayers, PostgresResults, PostgresRetention
from service.storage.postgres.results import months_at_hand
from service.watch import Metrics, WatchedOutbox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.config import Config
    from service.storage.valkey import LiveStore
    from service.storage.valkey.outbox import ValkeyOutbox

RESULTS_A_PARTITION = 4
"""What one look into the outbox takes from each of its 256 partitions: about a thousand when all are full."""

_ALLOCATIONS_A_SEARCH = 10_000

GAMES_A_PARTITION = 20
"""How many games of each partition one sweep ends."""

RACES_A_PARTITION = 20
"""In how many races of each partition one sweep does what is due."""

_log = structlog.get_logger(component="worker")


def search_seldom() -> None:
    """Search seldom for garbage, and never among what is there: a search goes through the whole batch at hand."""
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS_A_SEARCH, 20, 100)


def run(config: Config) -> None:
    """Work until SIGTERM, SIGINT or SIGHUP; what has begun then is finished. `CannotRun` if its port is taken."""
    search_seldom()
    logs.configure(config)
    stopping, metrics = Event(), Metrics()
    database = stores.database(config, pool_size=1)
    live = stores.live_store(config, metrics.discarded.inc, metrics.report_faults)
    host, port = config.metrics_host, config.worker_metrics_port
    with closing(database), closing(live), stopped_by_signals(stopping), metrics.served(host, port):
        _log.info("worker started", metrics=f"http://{host}:{port}/metrics")
        results, dailies = PostgresResults(database), PostgresDailies(database)
        retention = PostgresRetention(database, config.standings_kept_days)
        players = PostgresPlayers(database)
        run_jobs(_jobs(_Work(live, live.outbox(), results, dailies, retention, players, metrics)), stopping)
        _log.info("worker stopped")


@dataclass(frozen=True, slots=True)
class _Work:
    """All that a worker does. Each part tells how much it found to do."""

    live: LiveStore
    outbox: ValkeyOutbox
    results: PostgresResults
    dailies: PostgresDailies
    retention: PostgresRetention
    players: PostgresPlayers
    metrics: Metrics

    def prepare(self) -> int:
        self.results.prepare(months_at_hand())
        return 0

    def promise(self) -> int:
        self.dailies.prepare(day_at(self.live.now()))
        return 0

    def purge(self) -> int:
        return self.retention.purge(day_at(self.live.now()))

    def record(self) -> int:
        return record_results(WatchedOutbox(self.outbox, self.metrics), self.results, RESULTS_A_PARTITION)

    def sweep(self) -> int:
        ended = self.live.games.expire(GAMES_A_PARTITION)
        self.metrics.expired.inc(ended)
        return ended

    def conduct(self) -> int:
        return self.live.races.sweep(RACES_A_PARTITION)

    def erase(self) -> int:
        return finish_erasures(self.players, self.live.sessions, self.live.races)

    def measure(self) -> int:
        oldest = self.outbox.oldest()
        self.metrics.lag.set(0 if oldest is None else max(0, self.live.now() - oldest) / 1000)
        self.metrics.depth.set(self.outbox.depth())
        self.metrics.dead.set(self.live.dead_letters().count())
        return 0


def _jobs(work: _Work) -> Sequence[Job]:
    """Each on its own: where one cannot go on, the others do."""
    every_s = {
        work.prepare: 3600.0,
        work.purge: 3600.0,
        work.promise: 60.0,
        work.erase: 60.0,
        work.record: 0.2,
        work.sweep: 1.0,
        work.conduct: 0.25,
        work.measure: 2.0,
    }
    metrics = work.metrics
    for part in every_s:
        metrics.failures.labels(part.__name__)  # a count that is there from the start, for alerts to watch
    return [Job(part.__name__, part, pause, metrics.count_failure) for part, pause in every_s.items()]
