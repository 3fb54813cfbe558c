"""Ending the games whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import SaveDiscarded
from service.play.identity import PARTITIONS
from service.storage.valkey.faults import sound
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of, member
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.storage.valkey.client import Command, Store
    from service.storage.valkey.faults import OnFaults
    from service.storage.valkey.records import Records


class Sweeper:
    """Goes round the partitions: one round trip finds what is due, another ends it."""

    def __init__(self, store: Store, records: Records, on_faults: OnFaults) -> None:
        self._store = store
        self._records = records
        self._on_faults = on_faults

    def sweep(self, limit: int) -> int:
        """End up to `limit` games of each partition; how many were ended."""
        due = self._store.try_run_all(script("due"), [((Keys(tag).deadlines,), (limit,)) for tag in PARTITIONS])
        ids = self._sorted_out(sound("deadlines", PARTITIONS, due, self._on_faults))
        answers = self._store.try_run_all(script("expire"), [_call(game_id) for game_id in ids])
        ended = 0
        for game_id, (status, *fields) in sound("endings", ids, answers, self._on_faults):
            ended += status == b"ended"
            if status == b"broken":
                self._discard(game_id, fields[0])
        return ended

    def _sorted_out(self, found: Iterable[tuple[str, list[bytes]]]) -> list[str]:
        """The games among what is due; anything else is dropped, for it would be due for ever."""
        ids: list[str] = []
        drops: list[Command] = []
        for tag, due in found:
            games = [name for name in due if len(name) == MEMBER_BYTES and name[-1:].hex() == tag]
            ids += map(id_of, games)
            drops += [("ZREM", Keys(tag).deadlines, name) for name in due if name not in games]
        self._store.try_all(drops)
        return ids

    def _discard(self, game_id: str, fields: list[bytes | None]) -> None:
        try:
            self._records.found("broken", game_id, fields, None)
        except SaveDiscarded:
            return


def _call(game_id: str) -> tuple[tuple[str, ...], tuple[str, bytes]]:
    keys = Keys.of(game_id)
    return (keys.game(game_id), keys.deadlines, keys.outbox), (game_id, member(game_id))
