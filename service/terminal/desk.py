"""What happens while someone sits at a race: lines that are typed, events that come, and time that passes."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from io import UnsupportedOperation
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.terminal.stream import Event


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed, without the end of its line; None once nothing more can come."""

    text: str | None


class Desk:
    """Several sources, each read by a thread of its own, taken one thing at a time."""

    def __init__(self) -> None:
        self._things = SimpleQueue["Line | Event | Exception | None"]()

    def listen(self, events: Iterable[Event]) -> None:
        """Take events too; what they fail with is raised where they are taken."""
        self._begin(events)

    def read_keys(self) -> None:
        """Take lines from standard input too, if there is any."""
        with suppress(AttributeError, OSError, UnsupportedOperation):  # what a program without one has instead
            self._begin(_lines(sys.stdin.fileno()))

    def take(self, until: float | None = None) -> Line | Event | None:
        """The next thing, or None when it is `until` on the monotonic clock, or the events have come to their end."""
        left = None if until is None else max(0.0, until - time.monotonic())
        try:
            thing = self._things.get(timeout=left)
        except Empty:
            return None
        if isinstance(thing, Exception):
            raise thing
        return thing

    def _begin(self, source: Iterable[Line | Event]) -> None:
        Thread(target=self._carry, args=(source,), daemon=True).start()

    def _carry(self, source: Iterable[Line | Event]) -> None:
        try:
            for thing in source:
                self._things.put(thing)
            self._things.put(None)
        except Exception as failure:  # noqa: BLE001  whatever it is, it is raised where things are taken
            self._things.put(failure)


def _lines(source: int) -> Iterator[Line]:
    """Lines from a descriptor, without the lock of `sys.stdin`, at which the interpreter could not end."""
    kept = b""
    while piece := os.read(source, 4096):
        *whole, kept = (kept + piece).split(b"\n")
        yield from (Line(line.decode(errors="replace")) for line in whole)
    if kept:
        yield Line(kept.decode(errors="replace"))
    yield Line(None)
