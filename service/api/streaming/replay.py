"""What a stream has missed, as the frames that were sent live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api.streaming.frames import event_frame, race_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.api.streaming.frames import Frame
    from service.play.race_ports import Races

PAGE = 500


def replay(races: Races, race_id: str, after: int) -> Iterator[list[Frame]]:
    """All events after this one so far, some at a time; a `reset` where they cannot be told. Raises as the port."""
    while True:
        events = races.events(race_id, after, PAGE)
        if events.trimmed:
            yield _reset(races, race_id)
            return
        if events.items:
            yield [event_frame(event) for event in events.items]
            after = events.items[-1].seq
        if len(events.items) < PAGE:
            return


def continued(races: Races, race_id: str, last: Frame) -> Iterator[list[Frame]]:
    """All events after this frame; a `reset` where the race has no such event, or another by this number.

    That is so after the store has lost what it had told, and went on from an earlier event.
    """
    events = races.events(race_id, last.seq - 1, PAGE)
    told = [event_frame(event) for event in events.items]
    if told[:1] != [last]:
        yield _reset(races, race_id)
        return
    if told[1:]:
        yield told[1:]
    if len(events.items) == PAGE:
        yield from replay(races, race_id, events.items[-1].seq)


def _reset(races: Races, race_id: str) -> list[Frame]:
    seen = races.load(race_id)
    return [race_frame("reset", seen.race, seen.now)]
