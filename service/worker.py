"""The worker: brings results into Postgres, ends games whose time is up, prepares what comes and removes what is old.

It keeps nothing: any number of workers may run, and be killed, at any time.
"""

from __future__ import annotations

import gc
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING

import structlog

from service import logs, stores
from service.jobs import Job, run_jobs
from service.play.days import day_at
from service.play.results import record_results
from service.processes.supervisor import stopped_by_signals
from service.storage.postgres import PostgresDailies, PostgresResults, PostgresRetention
from service.storage.postgres.results import months_at_hand
from service.watch import Metrics, WatchedOutbox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.config import Config
    from service.storage.valkey import LiveStore

RESULTS_A_PARTITION = 4
"""What one look into the outbox takes from each of its 256 partitions: about a thousand when all are full."""

_ALLOCATIONS_A_SEARCH = 10_000

GAMES_A_PARTITION = 20
"""How many games of each partition one sweep ends."""

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
        run_jobs(_jobs(live, results, dailies, retention, metrics), stopping)
        _log.info("worker stopped")


def _jobs(
    live: LiveStore,
    results: PostgresResults,
    dailies: PostgresDailies,
    retention: PostgresRetention,
    metrics: Metrics,
) -> Sequence[Job]:
    """All that a worker does, each on its own: where one cannot go on, the others do."""
    outbox, dead_letters = live.outbox(), live.dead_letters()

    def prepare() -> int:
        results.prepare(months_at_hand())
        return 0

    def promise() -> int:
        dailies.prepare(day_at(live.now()))
        return 0

    def purge() -> int:
        return retention.purge(day_at(live.now()))

    def record() -> int:
        return record_results(WatchedOutbox(outbox, metrics), results, RESULTS_A_PARTITION)

    def sweep() -> int:
        ended = live.games.expire(GAMES_A_PARTITION)
        metrics.expired.inc(ended)
        return ended

    def measure() -> int:
        oldest = outbox.oldest()
        metrics.lag.set(0 if oldest is None else max(0, live.now() - oldest) / 1000)
        metrics.depth.set(outbox.depth())
        metrics.dead.set(dead_letters.count())
        return 0

    every_s = {prepare: 3600.0, purge: 3600.0, promise: 60.0, record: 0.2, sweep: 1.0, measure: 2.0}
    for work in every_s:
        metrics.failures.labels(work.__name__)  # a count that is there from the start, for alerts to watch
    return [Job(work.__name__, work, pause, metrics.count_failure) for work, pause in every_s.items()]
