"""Ending the games whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from service.play.errors import SaveDiscarded
from service.play.identity import PARTITIONS
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.storage.valkey.client import Store
    from service.storage.valkey.records import Records


class Sweeper:
    """Goes round the partitions: one round trip finds what is due, another ends it."""

    def __init__(self, store: Store, records: Records) -> None:
        self._store = store
        self._records = records

    def sweep(self, limit: int) -> int:
        """End up to `limit` games of each partition; how many were ended."""
        due = self._store.run_all(script("due"), [((Keys(tag).deadlines,), (limit,)) for tag in PARTITIONS])
        ids = [str(UUID(bytes=game)) for games in due for game in games]
        answers = self._store.run_all(script("expire"), [_call(game_id) for game_id in ids])
        for game_id, (status, *fields) in zip(ids, answers, strict=True):
            if status == b"broken":
                self._discard(game_id, fields[0])
        return sum(status == b"ended" for status, *_ in answers)

    def _discard(self, game_id: str, fields: list[bytes | None]) -> None:
        try:
            self._records.found("broken", game_id, fields)
        except SaveDiscarded:
            return


def _call(game_id: str) -> tuple[tuple[str, ...], tuple[str, bytes]]:
    keys = Keys.of(game_id)
    return (keys.game(game_id), keys.deadlines, keys.outbox), (game_id, member(game_id))
