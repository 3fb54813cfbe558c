"""The process's only reader of races' events: for however many streams, each race is read once."""

from __future__ import annotations

from math import inf
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

import structlog

from service.api.streaming.channel import Channel
from service.api.streaming.listener import Listener
from service.api.streaming.places import Most, Places, TooManyStreams
from service.api.streaming.replay import continued, replay
from service.play.errors import StoreUnavailable
from service.play.race_errors import RaceDiscarded, RaceNotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.api.streaming.frames import Frame
    from service.api.streaming.places import Watcher
    from service.play.race_ports import Races, Seen, Wakeups

POLL_S = 1.0
"""How often a race is read though no word of it has come, for words can be lost; less often where there are many."""
_POLLS_A_SECOND = 100

_OF_A_GAME = frozenset(("progress", "mistake"))
"""Events after which nothing is due sooner than before."""
_log = structlog.get_logger(component="streams")


class Hub:
    """Hands news of races on to the streams of this process. Its thread begins with the first of them.

    `heartbeat_s` is how long a stream may be silent; `on_end(why)` hears of every stream that ends.
    """

    def __init__(
        self,
        races: Races,
        wakeups: Wakeups,
        most: Most,
        *,
        heartbeat_s: float = 10.0,
        on_end: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.heartbeat_s = heartbeat_s
        self._races, self._wakeups, self._on_end = races, wakeups, on_end
        self._places = Places(most)
        self._channels: dict[str, Channel] = {}
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closing = False
        self._poll_at = self._soonest = 0.0

    def listen(self, race_id: str, watcher: Watcher) -> Listener:
        """A place among those who hear of the race, kept until `leave`; `TooManyStreams`."""
        with self._lock:
            if self._closing:
                raise TooManyStreams("server")
            self._take_place(watcher)
            if race_id not in self._channels:
                self._channels[race_id] = Channel(race_id)
                self._wakeups.watch(race_id)
            listener = Listener(self._channels[race_id], watcher)
            listener.channel.listeners.add(listener)
        return listener

    def begin(self, listener: Listener, seen: Seen) -> None:
        """The listener has seen the race, and wants to hear of all that comes later."""
        with self._lock:
            listener.begun = True
            if listener.channel.seq is None:
                listener.channel.seq, listener.channel.over = seen.race.seq, seen.race.is_over
                self._note(listener.channel, seen)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="streams", daemon=True)
                self._thread.start()

    def leave(self, listener: Listener) -> None:
        """The stream is over; leaving twice is leaving once."""
        with self._lock:
            self._remove(listener, listener.ended or "left")

    def bound(self, in_all: int) -> None:
        """Let this process hold no more streams than these."""
        self._places.bound(in_all)

    def end_all(self) -> None:
        """End all streams, and begin no other: the process is about to stop."""
        with self._lock:
            self._closing = True
            for channel in self._channels.values():
                for listener in channel.listeners:
                    listener.end("closing")

    def close(self) -> None:
        """End all streams, and the thread."""
        self.end_all()
        self._wakeups.close()
        if self._thread is not None:
            self._thread.join()

    def _take_place(self, watcher: Watcher) -> None:
        try:
            self._places.take(watcher)
        except TooManyStreams:
            self._clear(watcher)
            self._places.take(watcher)

    def _clear(self, watcher: Watcher) -> None:
        """Whoever lost the connection and comes again is not kept out by a stream that nobody reads any more."""
        everyone = [listener for channel in self._channels.values() for listener in channel.listeners]
        for listener in everyone:
            if listener.watcher.may_be(watcher) and listener.watcher.is_gone():
                listener.end("left")
                self._remove(listener, "left")

    def _remove(self, listener: Listener, why: str) -> None:
        channel = listener.channel
        if listener not in channel.listeners:
            return
        channel.listeners.remove(listener)
        self._places.give_back(listener.watcher)
        if listener.begun:
            self._on_end("over" if channel.over and why == "left" else why)
        if not channel.listeners:
            self._forget(channel)

    def _forget(self, channel: Channel) -> None:
        """Whoever comes for the race from now on begins anew."""
        if self._channels.get(channel.race_id) is channel:
            del self._channels[channel.race_id]
            self._wakeups.unwatch(channel.race_id)

    def _run(self) -> None:
        while not self._closing:
            for channel in self._to_read(self._woken()):
                self._read(channel)

    def _woken(self) -> frozenset[str]:
        try:
            return self._wakeups.wait(max(0.0, min(self._poll_at, self._soonest) - monotonic()))
        except Exception:  # noqa: BLE001  whatever it is, without this thread no stream would hear of anything again
            _log.exception("no word of races can be had")
            sleep(POLL_S)
            return frozenset()

    def _to_read(self, woken: frozenset[str]) -> list[Channel]:
        """The races of which word has come, those in which something is due, and once in a while all of them."""
        now = monotonic()
        with self._lock:
            found = [self._channels[race_id] for race_id in woken & self._channels.keys()]
            if now >= min(self._poll_at, self._soonest):
                everyone = list(self._channels.values())
                self._soonest = min((channel.due for channel in everyone if channel.due > now), default=inf)
                found = everyone if now >= self._poll_at else [*found, *(one for one in everyone if one.due <= now)]
            if now >= self._poll_at:
                self._poll_at = now + max(POLL_S, len(self._channels) / _POLLS_A_SECOND)
        return [channel for channel in found if channel.seq is not None and not channel.over]

    def _read(self, channel: Channel) -> None:
        try:
            if monotonic() >= channel.due:
                self._look(channel)
            self._hand_on_news(channel)
        except StoreUnavailable:
            channel.due = max(channel.due, monotonic() + POLL_S)
        except (RaceNotFound, RaceDiscarded):
            self._end(channel)
        except Exception:  # noqa: BLE001  whatever is wrong with one race, the streams of the others go on
            _log.exception("race cannot be read", race_id=channel.race_id)
            self._end(channel)

    def _hand_on_news(self, channel: Channel) -> None:
        for frames in self._news(channel):
            with self._lock:
                channel.hand_on(frames)
            if any(frame.kind not in _OF_A_GAME for frame in frames):
                self._look(channel)

    def _news(self, channel: Channel) -> Iterator[list[Frame]]:
        if channel.last is None:
            return replay(self._races, channel.race_id, channel.seq or 0)
        return continued(self._races, channel.race_id, channel.last)

    def _look(self, channel: Channel) -> None:
        seen = self._races.load(channel.race_id)
        with self._lock:
            self._note(channel, seen)

    def _note(self, channel: Channel, seen: Seen) -> None:
        """With the lock held."""
        channel.saw(seen)
        self._soonest = min(self._soonest, channel.due)

    def _end(self, channel: Channel) -> None:
        with self._lock:
            self._forget(channel)
            for listener in channel.listeners:
                listener.end("lost")
