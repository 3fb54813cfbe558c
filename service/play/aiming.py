"""Which race a request acts on that chooses one itself, so that its repeats do not choose another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.race_ports import Races


class Aim:
    """What is noted under the caller's idempotency key, as this request knows it. Raises `IdempotencyKeyReused`."""

    def __init__(self, races: Races, caller: Caller) -> None:
        self._races = races
        self.caller = caller
        self.race_id = races.aimed(caller)

    def take(self, race_id: str) -> str:
        """The race to act on: this one, or that on which another request under the same key has decided meanwhile."""
        self.race_id = self._races.aim(self.caller, race_id, self.race_id)
        return self.race_id
