"""Events as the bytes of Server-Sent Events (WHATWG HTML, 9.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from service.api.printing.races import print_event, print_race
from service.api.printing.values import print_instant

if TYPE_CHECKING:
    from service.play.race import Race
    from service.play.race_events import RaceEvent

MEDIA_TYPE = "text/event-stream"
RETRY = b"retry: 1000\n\n"
"""How long a client waits before it comes again, in milliseconds."""
HEARTBEAT = b":\n\n"
"""A comment, which clients skip, and which tells a connection that has gone from one on which nothing happens."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One event on the wire, and what a stream has to know of it."""

    kind: str
    seq: int
    data: bytes
    last: bool
    """Whether nothing comes after it."""
    anew: bool = False
    """Whether it begins again, whatever was sent before."""


def event_frame(event: RaceEvent) -> Frame:
    """An event: the same bytes whenever and for whomever it is printed."""
    return Frame(event.kind, event.seq, _bytes(event.kind, event.seq, print_event(event)), event.is_last)


def race_frame(kind: str, race: Race, now: int) -> Frame:
    """The whole race as everyone may see it, as a `snapshot` or a `reset`."""
    told = {"event": kind, "server_time": print_instant(now)} | print_race(race, now)
    return Frame(kind, race.seq, _bytes(kind, race.seq, told), race.is_over, anew=True)


def _bytes(kind: str, seq: int, data: dict[str, Any]) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, kind.encode(), orjson.dumps(data))
