from __future__ import annotations

import time
from threading import Event
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from service.jobs import LONGEST_REST_S, Job, run_jobs
from service.play.errors import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Script:
    """Work that goes as written: a number is found, an error is raised; `then` is called when all has been played."""

    def __init__(self, *acts: int | Exception, then: Callable[[], None] = lambda: None) -> None:
        self.acts: Iterable[int | Exception] = iter(acts)
        self.turns = 0
        self._then = then
        self._last = len(acts)

    def __call__(self) -> int:
        self.turns += 1
        act = next(iter(self.acts))
        if self.turns == self._last:
            self._then()
        if isinstance(act, Exception):
            raise act
        return act


def a_job(work: Callable[[], int], every_s: float = 60.0, failed: Callable[[str], None] = lambda _: None) -> Job:
    return Job("a job", work, every_s=every_s, failed=failed)


def rest_of(job: Job) -> float:
    return job.due - time.monotonic()


def test_a_job_that_finds_something_looks_again_at_once_and_then_rests() -> None:
    job = a_job(Script(3, 0))
    job.turn()
    assert rest_of(job) <= 0
    job.turn()
    assert rest_of(job) == pytest.approx(60, abs=5)


def test_a_failing_job_rests_longer_and_longer_but_never_for_long() -> None:
    outage = [StoreUnavailable("postgres")] * 2000
    job = a_job(Script(*outage, 0, StoreUnavailable("postgres")))
    rests = []
    for _ in outage:
        job.turn()
        rests.append(rest_of(job))
    assert rests[0] < 0.5 < rests[2] < 2 < rests[4]
    assert rests[-1] == pytest.approx(LONGEST_REST_S, abs=0.5)
    job.turn()
    job.turn()
    assert rest_of(job) < 1


def test_an_outage_is_logged_once_when_it_begins_and_once_when_it_is_over() -> None:
    away = StoreUnavailable("postgres")
    job = a_job(Script(away, away, away, 0, 0))
    with capture_logs() as logs:
        for _ in range(5):
            job.turn()
    assert [(log["event"], log["log_level"]) for log in logs] == [
        ("store unavailable", "warning"),
        ("job goes on", "info"),
    ]
    assert logs[0]["store"] == "postgres"


def test_an_unforeseen_error_is_logged_whole_and_ends_nothing() -> None:
    failures: list[str] = []
    job = a_job(Script(ZeroDivisionError(), 0), failed=failures.append)
    with capture_logs() as logs:
        job.turn()
        job.turn()
    assert logs[0]["exc_info"]
    assert failures == ["a job"]


def test_jobs_take_turns_until_told_to_stop() -> None:
    stopping = Event()
    busy, failing = Script(1, 1, 1, 0, then=stopping.set), Script(StoreUnavailable("redis"))
    run_jobs([a_job(failing), a_job(busy)], stopping)
    assert (busy.turns, failing.turns) == (4, 1)


def test_whoever_is_told_to_stop_begins_nothing_new() -> None:
    stopping = Event()
    first, second = Script(1, then=stopping.set), Script(1)
    run_jobs([a_job(first), a_job(second)], stopping)
    assert (first.turns, second.turns) == (1, 0)
