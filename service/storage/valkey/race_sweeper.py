"""Doing what is due in races that nobody looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import StoreUnavailable
from service.play.identity import PARTITIONS
from service.play.race_errors import RaceDiscarded
from service.storage.valkey.faults import sound
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.storage.valkey.client import Store
    from service.storage.valkey.faults import OnFaults
    from service.storage.valkey.race_turns import RaceTurns


class RaceSweeper:
    """Goes round the partitions: one round trip finds what is due, and each race that it finds takes a few more."""

    def __init__(self, store: Store, turns: RaceTurns, on_faults: OnFaults) -> None:
        self._store = store
        self._turns = turns
        self._on_faults = on_faults

    def sweep(self, limit: int) -> int:
        """See the port `Races`."""
        calls = [((Keys(tag).race_deadlines,), (limit,)) for tag in PARTITIONS]
        answers = self._store.try_run_all(script("due"), calls)
        due = sound("race deadlines", PARTITIONS, answers, self._on_faults)
        found = [(tag, name) for tag, names in due for name in names]
        answers = [self._tried(tag, name) for tag, name in found]
        faults = {
            name.hex(): answer for (_, name), answer in zip(found, answers, strict=True) if isinstance(answer, str)
        }
        if faults and len(faults) == len(found):
            raise StoreUnavailable("redis")
        self._on_faults("races", faults)
        return answers.count(True)

    def _tried(self, tag: str, name: bytes) -> bool | str:
        """Whether something was due in a race, and is done; or why it could not be done."""
        try:
            return self._settle(tag, name)
        except RaceDiscarded:
            self._store.command("ZREM", Keys(tag).race_deadlines, name)
            return False
        except StoreUnavailable as error:
            return str(error.__cause__)

    def _settle(self, tag: str, name: bytes) -> bool:
        """The same. Whatever is no race of this partition is struck off, for it would be due for ever."""
        race_id = id_of(name) if len(name) == MEMBER_BYTES and name[-1:].hex() == tag else ""
        look = self._turns.look(race_id)
        if look.race is None:
            self._store.command("ZREM", Keys(tag).race_deadlines, name)
        elif look.is_due:
            self._turns.settled(race_id)
        else:
            places = Keys.of(race_id).race(race_id), Keys(tag).race_deadlines
            self._store.run(script("race_due"), places, (race_id, name))
        return look.is_due
