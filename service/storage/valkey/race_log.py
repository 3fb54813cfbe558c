"""What has happened in a race, from its stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.game.errors import BrokenSave
from service.play.errors import StoreUnavailable
from service.play.race_errors import RaceNotFound
from service.play.race_events import RaceEvent
from service.play.race_ports import Events
from service.storage.valkey.fields import in_range
from service.storage.valkey.keys import Keys
from service.storage.valkey.race_turns import is_race
from service.storage.valkey.script import script
from service.storage.valkey.turns import MOST_TRIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.storage.valkey.client import Store
    from service.storage.valkey.race_records import RaceRecords
    from service.storage.valkey.race_turns import RaceTurns

_BEYOND = 10**9
"""A number that no event has."""


class RaceLog:
    """The events of races, each a pure function of what is stored of it."""

    def __init__(self, store: Store, records: RaceRecords, turns: RaceTurns) -> None:
        self._store = store
        self._records = records
        self._turns = turns

    def after(self, race_id: str, after: int | None, limit: int) -> Events:
        """See the port `Races`. One trip, unless something is due."""
        if not is_race(race_id):
            raise RaceNotFound(race_id)
        start = min(max(after or 0, 0), _BEYOND)
        for _ in range(MOST_TRIES):
            status, seq, entries = self._read(race_id, start, limit)
            if status == "done":
                return self._told(race_id, None if after is None else start, seq, entries)
            if self._turns.settled(race_id).race is None:
                raise RaceNotFound(race_id)
            if status == "unsound":
                raise self._records.discarded(race_id, "its events cannot be read")
        raise StoreUnavailable("redis")

    def _read(self, race_id: str, after: int, limit: int) -> tuple[str, int, list[Any]]:
        own = Keys.of(race_id)
        places = own.race(race_id), own.race_events(race_id)
        status, seq, entries = self._store.run(script("race_events"), places, (race_id, after, limit))
        return status.decode(), seq, entries

    def _told(self, race_id: str, after: int | None, seq: int, entries: Sequence[Any]) -> Events:
        try:
            items = tuple(_event(entry_id, words) for entry_id, words in entries)
        except (BrokenSave, ValueError) as fault:
            raise self._records.discarded(race_id, "one of its events cannot be read") from fault
        numbers = [event.seq for event in items]
        if after is None:
            after = numbers[0] - 1 if numbers else 0
        whole = numbers == [after + 1 + at for at in range(len(items))] and bool(items) == (after < seq)
        return Events(items, trimmed=False) if whole and after <= seq else Events((), trimmed=True)


def _event(entry_id: bytes, words: list[bytes]) -> RaceEvent:
    """The event of an entry; `ValueError` or `BrokenSave` for one that no script has written."""
    _, kind, _, at, _, facts = words
    if not in_range(int(at)):
        raise ValueError(at)
    return RaceEvent.parse(int(entry_id.partition(b"-")[0]), int(at), kind.decode(), facts)
