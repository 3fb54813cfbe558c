"""Simulations for whoever asks: a bound on how many, a process for each, a deadline."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

from service.simulate.folder import prepared, slot
from service.simulate.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from service.simulate.order import Order
    from service.simulate.report import Report

_DAY_S = 86_400.0


class Simulations(Protocol):
    """Whoever can play out an order."""

    def run(self, order: Order, watch: Callable[[int], None]) -> Report:
        """The report on an order; `watch` hears how many deals are done, and ends it all by raising something.

        Raises SimulatorBusy, SimulatorUnavailable.
        """


class Simulator:
    """Plays orders in processes of its own, which wait for the next order a while.

    All simulators with a bound and the same folder together play at most `at_once` orders. None of the waiting blocks
    other greenlets where gevent has patched the standard library.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        at_once: int | None = None,
        timeout_s: float = _DAY_S,
        idle_s: float = 60.0,
    ) -> None:
        self._folder = folder
        self._at_once = at_once
        self._timeout_s = timeout_s
        self._idle_s = idle_s
        self._idle: list[Runner] = []

    def run(self, order: Order, watch: Callable[[int], None]) -> Report:
        """See `Simulations`."""
        folder = prepared(self._folder)
        with slot(folder, self._at_once) if self._at_once else nullcontext():
            deadline = time.monotonic() + self._timeout_s
            runner = self._runner(folder)
            try:
                report = _watched(runner, order, deadline, watch)
            except BaseException:  # a greenlet that is told to end, too, leaves no process playing
                runner.kill()
                raise
            self._idle.append(runner)
            return report

    def close(self) -> None:
        """End the processes that wait."""
        while self._idle:
            self._idle.pop().kill()

    def _runner(self, folder: Path) -> Runner:
        while self._idle:
            runner = self._idle.pop()
            if runner.fresh:
                return runner
            runner.kill()
        return Runner(folder, self._idle_s)


def _watched(runner: Runner, order: Order, deadline: float, watch: Callable[[int], None]) -> Report:
    answer: Report = {}
    for answer in runner.answers(order, deadline):
        if "done" in answer:
            watch(answer["done"])
    report: Report = answer["report"]
    return report
