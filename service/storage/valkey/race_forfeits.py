"""Giving a race up by one script, as a move is made: who compares and sets may lose to the others' moves for long."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from service.play.errors import StoreUnavailable
from service.play.identity import race_game_id
from service.play.race_errors import RaceDiscarded
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.once import once_of
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.race import Race
    from service.play.race_ports import Seen
    from service.storage.valkey.client import Store
    from service.storage.valkey.race_records import RaceRecords
    from service.storage.valkey.race_turns import RaceTurns


class RaceForfeits:
    """The usual way to give a race up; whatever is not usual, `racing.forfeited` has to be asked about."""

    def __init__(self, store: Store, records: RaceRecords, turns: RaceTurns) -> None:
        self._store = store
        self._records = records
        self._turns = turns

    def tried(self, caller: Caller, race: Race) -> Seen | None:
        """The race without the caller's being in it any more; None if that cannot be done by the script alone.

        After the last racer's the race is over, or the sweeper would see to it.
        """
        player_id, own = caller.token.player_id, Keys.of(race.id)
        number = next((seat.number for seat in race.seats if seat.player_id == player_id), None)
        if number is None:
            return None
        once, payload = once_of(caller, own)
        game_id = race_game_id(race.id, number)
        places = own.race(race.id), own.race_events(race.id), own.race_deadlines, own.game(game_id), once
        words = race.id, member(race.id), number, game_id, member(player_id), payload, "", "forfeit", ""
        status, *answer = self._store.run(script("race_move"), places, words)
        if status != b"done":
            return None
        with suppress(StoreUnavailable, RaceDiscarded):
            self._turns.settled(race.id)
        return self._records.told(answer[2])
