"""The events of a race as they happen, from its stream of Server-Sent Events (WHATWG HTML, 9.2)."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from service.terminal.errors import Refused, Unreachable
from service.terminal.naming import named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse

    from service.terminal.server import Server

SILENCE_S = 40
"""How long nothing may come; a comment comes every 15 seconds."""
AGAIN_S = 1.0
"""How long to wait before asking again, as the service wishes."""
PATIENCE_S = 60
"""How long a server may be away before its race is given up."""
LONGEST_LINE = 1 << 20

SNAPSHOTS = ("snapshot", "reset")
LAST = ("over", "cancelled")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a race; or to the connection, which has no number: `lost` and `resumed`."""

    kind: str
    seq: int | None = None
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after it."""
        return self.kind in LAST or (self.kind in SNAPSHOTS and self.data.get("status") in ("finished", "cancelled"))


class Stream:
    """All that happens in a race, each event once, however often the connection breaks."""

    def __init__(self, server: Server, race_id: str, code: str | None = None) -> None:
        self._server = server
        query = f"?{urlencode({'code': code})}" if code else ""
        self._race, self._path = f"/v1/races/{race_id}{query}", f"/v1/races/{race_id}/events{query}"
        self._seq: int | None = None
        self._over = False
        self._lost_since: float | None = None

    def events(self) -> Iterator[Event]:
        """From a snapshot to the last event; `Refused`, and `Unreachable` for a server that stays away.

        Of a race that is over there is a snapshot.
        """
        while not self._over:
            again_s = AGAIN_S
            try:
                yield from self._connection()
            except (Unreachable, Refused) as failure:
                if not self._may_pass(failure):
                    raise
                again_s = AGAIN_S if isinstance(failure, Unreachable) else failure.again_s(AGAIN_S) or AGAIN_S
            if not self._over:
                if self._lost_since is None:
                    self._lost_since = time.monotonic()
                    yield Event("lost")
                time.sleep(again_s)

    def _connection(self) -> Iterator[Event]:
        with self._server.stream(self._path, self._seq, SILENCE_S) as response:
            for event in self._ending() if response.status == 204 else _read(response):
                if self._lost_since is not None:
                    self._lost_since = None
                    yield Event("resumed", data={"after": self._seq})
                told = self._introduced(event)
                self._seq, self._over = event.seq, event.is_last
                yield told

    def _ending(self) -> Iterator[Event]:
        """How the race stands, for it was over before this connection, and its end may not have been heard."""
        race = self._server.get(self._race)
        yield Event("snapshot", race["seq"], race)

    def _introduced(self, event: Event) -> Event:
        """The event; if someone has joined, with the `player`: that is asked for, since events tell only the seat."""
        return named(self._server.get(self._race), event) if event.kind == "joined" else event

    def _may_pass(self, failure: Unreachable | Refused) -> bool:
        wait = AGAIN_S if isinstance(failure, Unreachable) else failure.again_s(AGAIN_S)
        if wait is None or wait > PATIENCE_S:
            return False
        return self._lost_since is None or time.monotonic() - self._lost_since < PATIENCE_S


def _read(response: HTTPResponse) -> Iterator[Event]:
    """The events on this connection; the last one is left out if it was broken off."""
    fields: dict[str, str] = {}
    while line := response.readline(LONGEST_LINE):
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        if name:
            fields[name] = value.removeprefix(" ")
        elif not value and "data" in fields:
            yield _event(fields)
            fields = {}


def _event(fields: dict[str, str]) -> Event:
    """`ValueError` or `TypeError` for what no race sends."""
    data = json.loads(fields["data"])
    return Event(fields.get("event", ""), int(fields.get("id", "")), dict(data))
