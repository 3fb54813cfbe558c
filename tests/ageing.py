"""Races made older in a real store, whose own time cannot be set."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.game.errors import BrokenSave
from service.play.race_events import RaceEvent
from service.storage.valkey.race_codec import RaceCodec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.race import Race


def age_race(redis: Any, key: bytes, millis: int, secrets: Sequence[bytes]) -> None:
    """Let everything that a race says of instants have been so much earlier; a broken one stays as it is."""
    codec, race_id = RaceCodec(secrets), key.decode().rpartition(":")[2]
    fields = {name.decode(): value for name, value in redis.hgetall(key).items()}
    with suppress(BrokenSave):
        redis.hset(key, mapping=codec.fields(_aged(codec.race(race_id, fields), millis)))


def age_events(redis: Any, key: bytes, millis: int) -> None:
    """The same for its events."""
    life = redis.pttl(key)
    entries = redis.xrange(key)
    redis.delete(key)
    for entry_id, fields in entries:
        seq, at, kind = int(entry_id.partition(b"-")[0]), int(fields[b"at"]), fields[b"kind"].decode()
        event = RaceEvent.parse(seq, at, kind, fields[b"facts"])
        facts = {name: value - millis if name.endswith("_at") else value for name, value in event.facts.items()}
        body = replace(event, facts=facts).body()
        redis.xadd(key, {"kind": kind, "at": at - millis, "facts": body}, id=entry_id)
    redis.pexpire(key, life)


def _aged(race: Race, millis: int) -> Race:
    return replace(
        race,
        created_at=race.created_at - millis,
        updated_at=race.updated_at - millis,
        starts_at=race.starts_at and race.starts_at - millis,
        ended_at=race.ended_at and race.ended_at - millis,
    )
