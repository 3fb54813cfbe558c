"""Changes of races. Whatever is due in a race is done by whoever comes next, before anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import StoreUnavailable
from service.play.identity import is_id, is_raced, race_of
from service.play.race_ports import Seen
from service.play.racing import advance
from service.storage.valkey.race_records import Look
from service.storage.valkey.turns import MOST_TRIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.play.race import Race
    from service.play.race_events import Step
    from service.storage.valkey.lobby import Lobby
    from service.storage.valkey.race_records import RaceRecords
    from service.storage.valkey.seats import Seats

    Making = Callable[[Race | None, int], Step]
    """What becomes of what is there at some instant."""


class RaceTurns:
    """Looks, asks the rules, and puts what they make of it in place, until what was seen is still there by then."""

    def __init__(self, records: RaceRecords, lobby: Lobby, seats: Seats) -> None:
        self._records = records
        self._lobby = lobby
        self._seats = seats

    def look(self, race_id: str, caller: Caller | None = None) -> Look:
        """What is there, with or without something due. Raises as `RaceRecords.look`."""
        return self._records.look(race_id, caller) if is_race(race_id) else Look(None, 0)

    def settled(self, race_id: str, caller: Caller | None = None) -> Look:
        """What is there once everything that was due has been done. Raises as `RaceRecords.look`."""
        for _ in range(MOST_TRIES):
            look = self.look(race_id, caller)
            if look.race is None or not look.is_due:
                return look
            self._put(look, advance(look.race, look.now), None)
        raise StoreUnavailable("redis")

    def make(self, caller: Caller | None, race_id: str, making: Making) -> Seen:
        """Make of it what the rules say; what a repeat is answered. Raises as `RaceRecords.look` and as they do."""
        for _ in range(MOST_TRIES):
            look = self.settled(race_id, caller)
            seen = look.again or self._put(look, making(look.race, look.now), caller)
            if seen:
                return seen
        raise StoreUnavailable("redis")

    def _put(self, look: Look, step: Step, caller: Caller | None) -> Seen | None:
        """Put a step in its place. What is kept beside a race is a promise before, and made good afterwards."""
        if step.race == look.race and not step.events and (caller is None or caller.once is None):
            return Seen(step.race, look.now, step.made)
        self._seats.expect(look.race, step.race)
        self._lobby.expect(look.race, step.race)
        seen = self._records.put(look, step, caller)
        if seen:
            self._lobby.settle(look.race, step.race)
            self._seats.settle(look.race, step.race)
        return seen


def is_race(text: str) -> bool:
    """Whether a text is the id of a race."""
    return is_id(text) and is_raced(text) and race_of(text) == text
