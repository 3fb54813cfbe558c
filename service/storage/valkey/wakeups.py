"""Word of new events: one subscribed connection for a whole process."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.storage.valkey.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.client import PubSub

SLICE_S = 0.1
"""How soon a race is listened for, and how soon `close` is noticed."""

_PING_EVERY_S = 2
_WORDS = "message", "subscribe"
"""That one is subscribed is word as well: what was published before then was not heard."""
_MOST_UNANSWERED = 20
"""Pings in a row, ten a second, before a silent connection is given up."""


class ValkeyWakeups:
    """The port `Wakeups`.

    Only `wait` touches the connection, so that it may be called by one thread while others watch and unwatch.
    Whatever happens to it, the next call makes it anew, with all its subscriptions; what is published meanwhile
    is lost.
    """

    def __init__(self, url: str, *, timeout_s: float = 2) -> None:
        # A client of its own: others give up on a connection that stays silent for as long as this one may.
        self._client = Redis.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=timeout_s,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            health_check_interval=_PING_EVERY_S,
        )
        self._pubsub: PubSub | None = None
        self._lock = threading.Lock()
        self._wanted: dict[bytes, str] = {}
        self._subscribed: set[bytes] = set()
        self._closed = threading.Event()

    def watch(self, race_id: str) -> None:
        """See the port."""
        with self._lock:
            self._wanted[_channel(race_id)] = race_id

    def unwatch(self, race_id: str) -> None:
        """See the port."""
        with self._lock:
            self._wanted.pop(_channel(race_id), None)

    def wait(self, timeout_s: float) -> frozenset[str]:
        """See the port. For one thread at a time."""
        deadline = time.monotonic() + timeout_s
        while not self._closed.is_set():
            left = deadline - time.monotonic()
            try:
                woken = self._heard(min(SLICE_S, max(0.0, left)))
            except (RedisError, OSError):
                self._hang_up()
                self._closed.wait(min(SLICE_S, max(0.0, left)))
                woken = frozenset()
            if woken or left <= 0:
                return woken
        self._hang_up()
        return frozenset()

    def close(self) -> None:
        """See the port."""
        self._closed.set()

    def _heard(self, timeout_s: float) -> frozenset[str]:
        """Of which races there is word, all of it that has come, or the first that comes in time."""
        pubsub = self._connected()
        if pubsub is None:
            self._closed.wait(timeout_s)
            return frozenset()
        channels = set()
        message = pubsub.get_message(timeout=timeout_s)
        while message is not None:
            if message["type"] in _WORDS:
                channels.add(message["channel"])
            message = pubsub.get_message(timeout=0)
        if pubsub.health_check_response_counter > _MOST_UNANSWERED:
            self._hang_up()
        with self._lock:
            return frozenset(self._wanted[channel] for channel in channels if channel in self._wanted)

    def _connected(self) -> PubSub | None:
        """The connection, subscribed to what is watched and to nothing else; None while nothing is."""
        with self._lock:
            wanted = set(self._wanted)
        if not wanted:
            self._hang_up()
            return None
        make: Callable[[], PubSub] = self._client.pubsub
        pubsub = self._pubsub = self._pubsub or make()
        if new := wanted - self._subscribed:
            pubsub.subscribe(*new)
        if gone := self._subscribed - wanted:
            unsubscribe: Callable[..., None] = pubsub.unsubscribe
            unsubscribe(*gone)
        self._subscribed = wanted
        return pubsub

    def _hang_up(self) -> None:
        """Leave the connection for good."""
        pubsub, self._pubsub, self._subscribed = self._pubsub, None, set()
        if pubsub is not None:
            pubsub.close()


def _channel(race_id: str) -> bytes:
    """On which channel the scripts tell of a race: the name of its key."""
    return Keys.of(race_id).race(race_id).encode()
