"""Work that is done again and again, and goes on after whatever happens to it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import structlog

from service.play.errors import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

LONGEST_REST_S = 5.0
"""How long a job that keeps failing rests between two tries."""

_FIRST_REST_S = 0.2

_log = structlog.get_logger(component="worker")


@dataclass(slots=True)
class Job:
    """Something to do every `every_s` seconds, and again at once as long as there was something to do."""

    name: str
    work: Callable[[], int]
    """Does a bounded amount of work and tells how much it found."""
    every_s: float
    failed: Callable[[str], None]
    """Told the job's name at each failure."""
    due: float = field(default=0.0, init=False)
    _failures: int = field(default=0, init=False)
    _rest_s: float = field(default=_FIRST_REST_S, init=False)

    def turn(self) -> None:
        """Do the work once; an error postpones the next turn, and a missing store is logged once until it is back."""
        try:
            found = self.work()
        except StoreUnavailable as error:
            if self._failures == 0:
                _log.warning("store unavailable", job=self.name, store=error.store, cause=repr(error.__cause__))
            self._fail()
        except Exception:  # noqa: BLE001  a fault in one job must not end the others
            _log.exception("job failed", job=self.name)
            self._fail()
        else:
            self._succeed(found)

    def _succeed(self, found: int) -> None:
        if self._failures:
            _log.info("job goes on", job=self.name, failures=self._failures)
        self._failures, self._rest_s = 0, _FIRST_REST_S
        self.due = time.monotonic() + (0 if found else self.every_s)

    def _fail(self) -> None:
        self.failed(self.name)
        self._failures += 1
        self.due = time.monotonic() + self._rest_s
        self._rest_s = min(2 * self._rest_s, LONGEST_REST_S)


def run_jobs(jobs: Sequence[Job], stopping: Event) -> None:
    """Give each job its turn when it is due, until told to stop; a turn that has begun is finished."""
    while not stopping.is_set():
        for job in jobs:
            if job.due <= time.monotonic() and not stopping.is_set():
                job.turn()
        stopping.wait(max(0.0, min(job.due for job in jobs) - time.monotonic()))
