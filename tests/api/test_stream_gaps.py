"""A stream sends every event once and in order, whatever its listener has heard of it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from service.api.examples.races import EVENTS, OVER
from service.api.streaming.body import Body
from service.api.streaming.channel import Channel
from service.api.streaming.frames import RETRY, event_frame, race_frame
from service.api.streaming.hub import Hub
from service.api.streaming.listener import Listener
from service.api.streaming.places import Most, Watcher
from service.play.errors import StoreUnavailable
from tests.api.racing import frames
from tests.api.watching import wire
from tests.fakes import FakeRaces, FakeWakeups, Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.race_ports import Events

LAST = len(EVENTS)
SOME_EVENT = st.integers(1, LAST - 1)


def sent(races: FakeRaces, heard: Sequence[int], after: int, *, first: bool = True) -> tuple[str, Listener]:
    """What goes over the wire for someone who heard of these events, and at the end of the last."""
    listener = Listener(Channel(OVER.id), Watcher("somebody", "somewhere"))
    for seq in (*heard, LAST):
        listener.put(event_frame(EVENTS[seq - 1]))
    hub = Hub(races, FakeWakeups(Memory()), Most(), heartbeat_s=0.001)
    begin = [[event_frame(EVENTS[after])]] if first else []
    return b"".join(Body(races, hub, listener, begin, after=after, may_stay=lambda: True)).decode(), listener


def kept() -> FakeRaces:
    memory = Memory()
    memory.races[OVER.id], memory.race_events[OVER.id] = OVER, EVENTS
    return FakeRaces(memory)


@given(st.lists(SOME_EVENT), SOME_EVENT, st.booleans())
def test_whatever_was_heard_what_is_sent_has_no_gap_and_nothing_twice(
    heard: list[int], after: int, first: bool
) -> None:
    text, _ = sent(kept(), heard, after, first=first)
    assert [event["id"] for event in frames(text)] == list(range(after + 1, LAST + 1))
    assert text.startswith(RETRY.decode())
    assert wire(text) == wire(b"".join(event_frame(event).data for event in EVENTS[after:]).decode())


def test_a_reset_begins_anew_wherever_the_stream_was() -> None:
    races = kept()
    listener = Listener(Channel(OVER.id), Watcher("somebody", "somewhere"))
    listener.put(event_frame(EVENTS[49]))
    listener.put(race_frame("reset", OVER, OVER.updated_at))
    hub = Hub(races, FakeWakeups(Memory()), Most(), heartbeat_s=0.001)
    body = Body(races, hub, listener, [[race_frame("snapshot", OVER, 0)]], after=None, may_stay=lambda: True)
    assert [event["event"] for event in frames(b"".join(body).decode())] == ["snapshot"]
    body = Body(races, hub, listener, [], after=49, may_stay=lambda: True)
    assert [event["event"] for event in frames(b"".join(body).decode())][-1] == "reset"


def test_a_store_that_goes_away_ends_the_stream_and_no_event_is_passed_over() -> None:
    class Away(FakeRaces):
        def events(self, *_: Any, **__: Any) -> Events:
            raise StoreUnavailable("redis")

    memory = Memory()
    memory.races[OVER.id], memory.race_events[OVER.id] = OVER, EVENTS
    text, listener = sent(Away(memory), [6, 7, 20], after=5, first=False)
    assert [event["id"] for event in frames(text)] == []
    assert listener.ended == "lost"
