"""Keeps a set of processes running until told to stop."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Protocol

from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Event

_LOOK_S = 0.2
_RESTARTS = 5
_WINDOW_S = 60.0


class Part(Protocol):
    """Something that runs: a child process or an embedded server."""

    name: str

    @property
    def alive(self) -> bool:
        """Whether it runs."""

    def start(self) -> None:
        """Start it; CannotRun when that is impossible."""

    def stop(self) -> None:
        """End it in order."""


class Supervisor:
    """Starts parts one by one, restarts any that dies, and stops them in the opposite order.

    A part that dies more than five times within a minute ends the whole with CannotRun.
    """

    def __init__(self, stopping: Event, say: Callable[[str], None]) -> None:
        self._stopping = stopping
        self._say = say
        self._parts: list[Part] = []
        self._deaths: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_RESTARTS + 1))
        self._running = contextlib.ExitStack()

    def __enter__(self) -> Supervisor:
        return self

    def __exit__(self, *error: object) -> None:
        self._running.close()

    def start(self, part: Part) -> None:
        """Start `part` and look after it from now on; nothing when already told to stop."""
        if self._stopping.is_set():
            return
        self._running.callback(part.stop)
        part.start()
        self._parts.append(part)

    def watch(self) -> None:
        """Return when told to stop."""
        while not self._stopping.wait(_LOOK_S):
            for part in self._parts:
                if not part.alive:
                    self._restart(part)

    def _restart(self, part: Part) -> None:
        deaths = self._deaths[part.name]
        deaths.append(time.monotonic())
        if len(deaths) > _RESTARTS and deaths[-1] - deaths[0] < _WINDOW_S:
            raise CannotRun(f"{part.name} has died {len(deaths)} times within a minute.")
        self._say(f"{part.name} has died: starting it again.")
        part.start()


@contextlib.contextmanager
def stopped_by_signals(stopping: Event) -> Iterator[None]:
    """Ctrl-C, SIGTERM and a closed terminal (unless `nohup` ignores that) set `stopping` and no more."""
    hangup = {signal.SIGHUP} if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN else set()
    signals = {signal.SIGINT, signal.SIGTERM} | hangup
    before = {number: signal.signal(number, lambda *_: stopping.set()) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
