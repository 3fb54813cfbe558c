"""Games that have ended in Valkey and wait for a worker, as the scripts leave them there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import Redis

from service.play.quota import Policy
from service.play.record import LIFETIME_MS
from service.storage.valkey import LiveStore
from service.storage.valkey.codec import Codec, sum_of
from service.storage.valkey.fields import NAMES
from service.storage.valkey.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from service.play.record import GameRecord

_SECRETS = [b"sealed for a measurement, and never again"]


class Backlog:
    """The games and the outbox of a server of its own."""

    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url, protocol=2)
        self._codec = Codec(_SECRETS)
        quota = Policy("player", burst=1, interval_ms=1)
        live = LiveStore.connect(url, secrets=_SECRETS, policy=quota, on_discard=_refuse, timeout_s=30)
        self.outbox = live.outbox()

    def put(self, records: Iterable[GameRecord]) -> None:
        """Have these games end, in this order, and no others be there."""
        self._redis.flushdb()
        pipeline = self._redis.pipeline(transaction=False)
        for record in records:
            fields, keys = self._fields(record), Keys.of(record.id)
            pipeline.hset(keys.game(record.id), mapping=fields)
            pipeline.xadd(keys.outbox, {b"id": record.id.encode(), **fields})
        pipeline.execute()

    def _fields(self, record: GameRecord) -> dict[bytes, bytes]:
        values = [*self._codec.facts(record.draft, record.game), _state(record)]
        return dict(zip(NAMES, [*values, sum_of(record.id, values)], strict=True))


def _state(record: GameRecord) -> bytes:
    numbers = [record.opened_at, record.updated_at, record.game.cursor, record.version, record.errors]
    numbers += [record.game.abandoned, record.recorded]
    if record.expires_at != record.opened_at + LIFETIME_MS:
        numbers.append(record.expires_at)
    return b" ".join(b"%d" % number for number in numbers)


def _refuse(game_id: str, reason: str) -> None:
    raise RuntimeError(f"{game_id}: {reason}")
