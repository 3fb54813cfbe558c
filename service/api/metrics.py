"""Metrics for Prometheus, over all worker processes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:
    from pathlib import Path

CONTENT_TYPE = CONTENT_TYPE_LATEST
PATH = "/metrics"

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_REQUESTS = Counter("clock_http_requests", "Requests answered.", ("operation", "status"))
_SECONDS = Histogram("clock_http_request_seconds", "From request to answer.", ("operation",), buckets=_BUCKETS)
_PROBLEMS = Counter("clock_http_problems", "Requests refused, by kind of problem.", ("problem",))

_STREAMS = Counter("clock_streams_ended", "Streams of events that have ended, by why.", ("why",))

DISCARDED = Counter("clock_games_discarded", "Stored games that failed their check.")

# A labelled child is costly to look up, and there are few of them.
_requests = cache(_REQUESTS.labels)
_seconds = cache(_SECONDS.labels)


def observe(operation: str, status: int, seconds: float, problem: str | None) -> None:
    """Count one request."""
    _requests(operation, status).inc()
    _seconds(operation).observe(seconds)
    if problem is not None:
        _PROBLEMS.labels(problem).inc()


def count_stream(why: str) -> None:
    """Count a stream that has ended."""
    _STREAMS.labels(why).inc()


def page(folder: Path | None) -> bytes:
    """All metrics: of the workers that share the folder, or of this process alone."""
    if folder is None:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder))  # type: ignore[no-untyped-call]  # untyped there
    return generate_latest(registry)
