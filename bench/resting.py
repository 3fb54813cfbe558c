"""What a game costs while nobody plays it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import redis

if TYPE_CHECKING:
    from bench.player import Player

COUNT = 5_000


def memory_of_a_game(redis_url: str, player: Player) -> float:
    """Bytes that Valkey's memory grows by for one more game in play, key, expiry and index entries included."""
    store = redis.Redis.from_url(redis_url)
    before = _used(store)
    for _ in islice(player.games(), COUNT):
        pass
    return (_used(store) - before) / COUNT


def _used(store: redis.Redis) -> int:
    return int(store.info("memory")["used_memory"])
