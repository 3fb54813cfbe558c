"""What a worker tells about itself: metrics for Prometheus, and an alert for each result set aside."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server

from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.play.result_ports import Outbox
    from service.play.results import Delivery

_log = structlog.get_logger(component="worker")

_DELAYS_S = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0, 3600.0, 86_400.0)


class Metrics:
    """The worker's numbers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.recorded = Counter("clock_results_recorded", "Results stored.", registry=self.registry)
        self.buried = Counter("clock_results_buried", "Results set aside.", registry=self.registry)
        self.expired = Counter("clock_games_expired", "Games ended by their deadline.", registry=self.registry)
        self.discarded = Counter(
            "clock_games_discarded", "Stored games that failed their check.", registry=self.registry
        )
        self.failures = Counter("clock_job_failures", "Turns that failed.", ("job",), registry=self.registry)
        self.faults = Gauge("clock_faults", "Keys that could not be used.", ("work",), registry=self.registry)
        self._known: dict[str, Mapping[str, str]] = {}
        self.depth = Gauge("clock_outbox_depth", "Ended games not stored yet.", registry=self.registry)
        self.lag = Gauge(
            "clock_outbox_lag_seconds", "How long the oldest of them has waited.", registry=self.registry
        )
        self.dead = Gauge("clock_dead_letters", "Results set aside at present.", registry=self.registry)
        self.delay = Histogram(
            "clock_result_delay_seconds",
            "From the end of a game to its stored result.",
            registry=self.registry,
            buckets=_DELAYS_S,
        )

    def report_faults(self, work: str, faults: Mapping[str, str]) -> None:
        """Show how many keys some work could not be done on, and tell of each once."""
        self.faults.labels(work).set(len(faults))
        for name in faults.keys() - self._known.get(work, {}).keys():
            _log.error("store is broken in part", work=work, where=name, reason=faults[name])
        self._known[work] = faults

    def count_failure(self, job: str) -> None:
        """Count a turn that failed."""
        self.failures.labels(job).inc()

    @contextmanager
    def served(self, host: str, port: int) -> Iterator[None]:
        """Serve them over HTTP; `CannotRun` if the port cannot be had."""
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            why = f"Port {port} of {host} cannot be used ({error.strerror}): set WORKER_METRICS_PORT to another one."
            raise CannotRun(why) from error
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


class WatchedOutbox:
    """An outbox whose confirmations and burials are counted, and burials told of."""

    def __init__(self, outbox: Outbox, metrics: Metrics) -> None:
        self._outbox = outbox
        self._metrics = metrics

    def read(self, limit: int) -> Sequence[Delivery]:
        """See the port."""
        return self._outbox.read(limit)

    def confirm(self, deliveries: Sequence[Delivery]) -> None:
        """See the port."""
        self._outbox.confirm(deliveries)
        self._metrics.recorded.inc(len(deliveries))
        for delivery in deliveries:
            if delivery.record is not None:
                self._metrics.delay.observe(max(0.0, time.time() - delivery.record.updated_at / 1000))

    def release(self, deliveries: Sequence[Delivery]) -> None:
        """See the port."""
        self._outbox.release(deliveries)

    def note_trial(self, delivery: Delivery) -> None:
        """See the port."""
        self._outbox.note_trial(delivery)

    def bury(self, delivery: Delivery, reason: str) -> None:
        """See the port."""
        self._outbox.bury(delivery, reason)
        self._metrics.buried.inc()
        game_id = delivery.ended.id if delivery.ended else None
        _log.error(
            "result set aside",
            partition=delivery.partition,
            entry=delivery.entry_id,
            game_id=game_id,
            reason=reason,
        )
