"""One stream's queue."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.api.streaming.channel import Channel
    from service.api.streaming.frames import Frame
    from service.api.streaming.places import Watcher

MOST_WAITING = 1000
"""How many frames wait for a stream. One that lets more come up is read too slowly, and ends."""


class Listener:
    """Frames on their way to one stream. Nobody who puts one in ever waits."""

    def __init__(self, channel: Channel, watcher: Watcher) -> None:
        self.channel = channel
        self.watcher = watcher
        self.begun = False
        """Whether it has come to a stream."""
        self.ended: str | None = None
        """Why the stream is to end now, whatever still waits; None while it goes on."""
        self._frames: SimpleQueue[Frame | None] = SimpleQueue()

    def put(self, frame: Frame) -> None:
        """Let the stream send the frame; without room for it the stream ends."""
        if self._frames.qsize() >= MOST_WAITING:
            self.end("slow")
        elif self.ended is None:
            self._frames.put(frame)

    def end(self, why: str) -> None:
        """End the stream at once."""
        if self.ended is None:
            self.ended = why
            self._frames.put(None)

    def take(self, timeout_s: float) -> list[Frame]:
        """All frames that wait, in order; none when none came in time, or the stream is to end."""
        found: list[Frame | None] = []
        try:
            found.append(self._frames.get(timeout=timeout_s))
            while not self._frames.empty():
                found.append(self._frames.get_nowait())
        except Empty:
            pass
        return [frame for frame in found if frame is not None and self.ended is None]
