"""One race's listeners, and how far its events have been handed on."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.api.streaming.frames import Frame
    from service.api.streaming.listener import Listener
    from service.play.race_ports import Seen

_SOONEST_S = 0.05
"""A race that is still due after it was looked after is not looked after again at once."""


@dataclass(eq=False, slots=True)
class Channel:
    """What the hub keeps of a race that somebody watches."""

    race_id: str
    listeners: set[Listener] = field(default_factory=set)
    seq: int | None = None
    """The last event that was handed on; None until the first stream has said where it begins."""
    due: float = inf
    """When something is due in the race whatever is heard of it, by this process's own monotonic clock."""
    last: Frame | None = None
    """That event, where one was; by it the hub knows that the race goes on from there."""
    over: bool = False
    """Whether the last event of all has been handed on."""

    def saw(self, seen: Seen) -> None:
        """Note when the race, as it was just seen, is to be looked after."""
        due = seen.race.due
        self.due = inf if due is None else monotonic() + max(_SOONEST_S, (due - seen.now) / 1000)

    def hand_on(self, frames: Sequence[Frame]) -> None:
        """Give the frames to everyone who listens."""
        for listener in self.listeners:
            for frame in frames:
                listener.put(frame)
        self.seq, self.over = frames[-1].seq, frames[-1].last
        self.last = None if frames[-1].anew else frames[-1]
