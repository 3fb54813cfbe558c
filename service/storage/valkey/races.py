"""Races that are open or running, and those that ended lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import IdempotencyKeyReused
from service.play.race_errors import RaceNotFound
from service.play.race_events import Step
from service.play.race_ports import Seen
from service.play.racing import forfeited
from service.storage.valkey.keys import Keys
from service.storage.valkey.lifetimes import LIFETIMES
from service.storage.valkey.lobby import Lobby
from service.storage.valkey.once import DIGEST_LENGTH
from service.storage.valkey.race_forfeits import RaceForfeits
from service.storage.valkey.race_log import RaceLog
from service.storage.valkey.race_sweeper import RaceSweeper
from service.storage.valkey.race_turns import RaceTurns, is_race
from service.storage.valkey.script import script
from service.storage.valkey.seats import Seats

if TYPE_CHECKING:
    from service.play.caller import Caller, Once
    from service.play.pages import Key, Page
    from service.play.race import Race
    from service.play.race_ports import Events, Opening, Turn
    from service.play.race_terms import RaceTerms
    from service.storage.valkey.client import Store
    from service.storage.valkey.faults import OnFaults
    from service.storage.valkey.race_records import RaceRecords


class ValkeyRaces:
    """The port `Races`: one script looks, and another puts in place what the rules make of what was seen."""

    def __init__(self, store: Store, records: RaceRecords, on_faults: OnFaults) -> None:
        self._store = store
        self._lobby = Lobby(store, records)
        self._seats = Seats(store, records)
        self.turns = RaceTurns(records, self._lobby, self._seats)
        self._forfeits = RaceForfeits(store, records, self.turns)
        self._log = RaceLog(store, records, self.turns)
        self._sweeper = RaceSweeper(store, self.turns, on_faults)

    def create(self, caller: Caller | None, race_id: str, opening: Opening) -> Seen:
        """See the port."""
        return self.turns.make(caller, race_id, lambda race, now: Step(race) if race else opening(now))

    def load(self, race_id: str) -> Seen:
        """See the port."""
        look = self.turns.settled(race_id)
        return Seen(_there(race_id, look.race), look.now)

    def change(self, caller: Caller | None, race_id: str, turn: Turn) -> Seen:
        """See the port."""
        return self.turns.make(caller, race_id, lambda race, now: turn(_there(race_id, race), now))

    def forfeit(self, caller: Caller, race_id: str) -> Seen:
        """See the port."""
        look, player_id = self.turns.settled(race_id, caller), caller.token.player_id
        seen = look.again or self._forfeits.tried(caller, _there(race_id, look.race))
        return seen or self.change(caller, race_id, lambda race, now: forfeited(race, player_id, now))

    def lobby(self, after: Key | None, limit: int) -> Page[Seen]:
        """See the port."""
        return self._lobby.page(after, limit)

    def seated(self, player_id: str) -> tuple[Seen, ...]:
        """See the port."""
        return self._seats.seated(player_id)

    def meet(self, terms: RaceTerms, race_id: str, instead_of: str | None) -> str:
        """See the port."""
        return self._lobby.meet(terms, race_id, instead_of)

    def events(self, race_id: str, after: int | None, limit: int) -> Events:
        """See the port."""
        return self._log.after(race_id, after, limit)

    def aim(self, caller: Caller, race_id: str, instead_of: str | None) -> str:
        """See the port."""
        if caller.once is None:
            return race_id
        known = _noted(caller.once, instead_of) if instead_of else ""
        words = _noted(caller.once, race_id), known, LIFETIMES["ONCE_MS"]
        return _aimed(caller.once, self._store.run(script("meet"), (_aim(caller),), words))

    def aimed(self, caller: Caller) -> str | None:
        """See the port."""
        known = self._store.command("GET", _aim(caller)) if caller.once else None
        return _aimed(caller.once, known) if caller.once and known is not None else None

    def forget(self, player_id: str) -> None:
        """See the port."""
        self._seats.forget(player_id, self.change)

    def sweep(self, limit: int) -> int:
        """See the port."""
        return self._sweeper.sweep(limit)


def _aim(caller: Caller) -> str:
    """Under which key it is kept, in the caller's own partition."""
    player_id = caller.token.player_id
    return Keys.of(player_id).aim(player_id, caller.once.scope[:DIGEST_LENGTH] if caller.once else "")


def _noted(once: Once, race_id: str) -> str:
    return f"{once.payload[:DIGEST_LENGTH]} {race_id}"


def _aimed(once: Once, noted: bytes) -> str:
    """The inverse of `_noted`; `IdempotencyKeyReused` for another payload, and for junk."""
    race_id = noted.decode(errors="replace").partition(" ")[2]
    if noted != _noted(once, race_id).encode() or not is_race(race_id):
        raise IdempotencyKeyReused
    return race_id


def _there(race_id: str, race: Race | None) -> Race:
    """The race that was found; `RaceNotFound` if none was."""
    if race is None:
        raise RaceNotFound(race_id)
    return race
