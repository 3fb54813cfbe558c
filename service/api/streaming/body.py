"""What one stream sends, from its first frame to its last."""

from __future__ import annotations

from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING

from service.api.streaming.frames import HEARTBEAT, RETRY
from service.api.streaming.replay import replay
from service.play.errors import PlayError, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from service.api.streaming.frames import Frame
    from service.api.streaming.hub import Hub
    from service.api.streaming.listener import Listener
    from service.play.race_ports import Races


class Body:
    """A WSGI body: `first` is what it begins with, or has missed; then comes what the listener hears.

    Frames are sent in the order of their numbers, each once. It ends with the last event of the race, when it is
    read too slowly, when the process stops, and when the store fails it; its client then comes again, and goes on.
    Once a heartbeat it is asked whether its reader `may_stay`; else it ends, however much there is to send.
    """

    def __init__(
        self,
        races: Races,
        hub: Hub,
        listener: Listener,
        first: Iterable[list[Frame]],
        *,
        after: int | None,
        may_stay: Callable[[], bool],
    ) -> None:
        self._races, self._hub, self._listener = races, hub, listener
        # A list would keep the snapshot, which is large, for as long as the stream goes on.
        self._first = iter(first)
        self._may_stay = may_stay
        self._sent = after or 0
        self._over = False

    def __iter__(self) -> Iterator[bytes]:
        """What to send, as it comes."""
        yield RETRY
        try:
            for frames in chain(self._first, self._passed_by(), self._live()):
                yield b"".join(frame.data for frame in self._in_order(frames)) or HEARTBEAT
                if self._over:
                    return
        except PlayError:  # the store is away, or the race was discarded: asked again, that is told as a problem
            self._listener.end("lost")

    def close(self) -> None:
        """The server is done with it."""
        self._hub.leave(self._listener)

    def _passed_by(self) -> Iterator[list[Frame]]:
        """What happened since the race was seen, and was never handed on.

        Another stream of the race, begun since then, may have had the hub read on from there, and after the last
        event no other would show that one is missing.
        """
        if self._listener.ended is None and (self._listener.channel.seq or 0) > self._sent:
            yield from replay(self._races, self._listener.channel.race_id, self._sent)

    def _live(self) -> Iterator[list[Frame]]:
        due = monotonic() + self._hub.heartbeat_s
        while self._listener.ended is None:
            frames = self._listener.take(max(0.0, due - monotonic()))
            if monotonic() >= due:
                due = monotonic() + self._hub.heartbeat_s
                if not self._stays():
                    self._listener.end("barred")
                    return
            yield frames

    def _stays(self) -> bool:
        """Whether the reader may stay; while the store is away, nothing is told that could be kept from anyone."""
        try:
            return self._may_stay()
        except StoreUnavailable:
            return True

    def _in_order(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The frames that were not sent yet, with those before them that the listener came too late to hear of."""
        for frame in frames:
            if not frame.anew and frame.seq > self._sent + 1:
                yield from self._new(
                    chain.from_iterable(replay(self._races, self._listener.channel.race_id, self._sent))
                )
            yield from self._new((frame,))

    def _new(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        for frame in frames:
            if frame.anew or frame.seq > self._sent:
                self._sent, self._over = frame.seq, frame.last
                yield frame
