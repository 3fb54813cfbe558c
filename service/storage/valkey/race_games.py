"""The games of racers, which lie in the partition of their race.

A racer's login lies in another partition, so that each request takes two trips: one to the door, and one script that
does the work, in the game and in the race at once.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from service.game.errors import GameOver
from service.play.errors import (
    AutoplayNotAllowed,
    GameNotFound,
    IdempotencyKeyReused,
    StaleGame,
    StoreUnavailable,
    WrongMode,
)
from service.play.identity import race_of, seat_of
from service.play.race_errors import RaceDiscarded, RaceNotStarted, RaceOver
from service.play.record import Change
from service.storage.valkey.history import change_told
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.once import once_of
from service.storage.valkey.script import script
from service.storage.valkey.turns import MOST_TRIES, tags_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.caller import Caller
    from service.play.ports import Turn
    from service.play.record import GameRecord
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store, Word
    from service.storage.valkey.race_records import RaceRecords
    from service.storage.valkey.race_turns import RaceTurns
    from service.storage.valkey.records import Records


class RaceGames:
    """Those calls of the port `Games` that are about one game, for the games of races."""

    def __init__(
        self, store: Store, admission: Admission, records: Records, races: RaceRecords, turns: RaceTurns
    ) -> None:
        self._store = store
        self._admission = admission
        self._records = records
        self._races = races
        self._turns = turns

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        """See the port."""
        self._admission.run(script("check"), caller, "read")
        record = self._peeked(caller, game_id)
        if record.draft.player_id != caller.token.player_id:
            raise GameNotFound(game_id)
        return record

    def peek(self, game_id: str) -> GameRecord:
        """See the port."""
        return self._peeked(None, game_id)

    def _peeked(self, caller: Caller | None, game_id: str) -> GameRecord:
        own, race_id = Keys.of(game_id), race_of(game_id)
        places = own.race(race_id), own.game(game_id)
        for _ in range(MOST_TRIES):
            status, fields, now, race = self._store.run(script("race_peek"), places, (race_id, game_id))
            if status != b"due":
                record = self._found(caller, game_id, status.decode(), fields)
                return _at(record, now, on=race in (b"countdown", b"running")).lapsed(now)
            with suppress(RaceDiscarded):
                self._turns.settled(race_id)
        raise StoreUnavailable("redis")

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        """See the port."""
        return self._move(caller, game_id, "place", pile)

    def abandon(self, caller: Caller, game_id: str) -> None:
        """See the port. Whoever gives the game up forfeits the race."""
        self._move(caller, game_id, "abandon")

    def refuse(self, caller: Caller, game_id: str, refusal: str, turn: Turn | None = None) -> Change:
        """Do nothing, since racers may not; whatever else stands in the way is told first."""
        return self._move(caller, game_id, "refuse", refusal, turn)

    def _move(self, caller: Caller, game_id: str, verb: str, how: Word = "", turn: Turn | None = None) -> Change:
        self._admission.run(script("check"), caller, "play")
        status, answer = self._moved(caller, game_id, verb, how)
        if status == "reused":
            raise IdempotencyKeyReused
        record = self._found(caller, game_id, status, answer[0])
        if status == "unsound":
            raise self._unsound(game_id)
        if status not in ("done", "replayed"):
            self._refuse(_at(record, answer[1], on=True), status, turn)
        caller.replayed = status == "replayed"
        return self._told(record, answer[2], replayed=caller.replayed)

    def _moved(self, caller: Caller, game_id: str, verb: str, how: Word) -> tuple[str, list[Any]]:
        """What the script says once nothing is due in the race."""
        own, race_id = Keys.of(game_id), race_of(game_id)
        once, payload = once_of(caller, own)
        places = own.race(race_id), own.race_events(race_id), own.race_deadlines, own.game(game_id), once
        whose = race_id, member(race_id), seat_of(game_id), game_id, member(caller.token.player_id)
        for _ in range(MOST_TRIES):
            words = *whose, payload, tags_of(caller), verb, how
            status, *answer = self._store.run(script("race_move"), places, words)
            if status != b"due":
                return status.decode(), answer
            self._turns.settled(race_id)
        raise StoreUnavailable("redis")

    def _found(self, caller: Caller | None, game_id: str, status: str, fields: Sequence[bytes | None]) -> GameRecord:
        """The game of an answer. Whose it is that cannot tell, its race does."""
        player_id = caller.token.player_id if caller else None
        if player_id and status in ("broken", "discarded") and not self._sits(player_id, game_id):
            raise GameNotFound(game_id)
        return self._records.found(status, game_id, fields, player_id)

    def _sits(self, player_id: str, game_id: str) -> bool:
        """Whether the player has the seat in which the game is played."""
        try:
            race = self._turns.look(race_of(game_id)).race
        except RaceDiscarded:
            return False
        return race is not None and any(
            (seat.number, seat.player_id) == (seat_of(game_id), player_id) for seat in race.seats
        )

    def _unsound(self, game_id: str) -> RaceDiscarded | GameNotFound:
        """What to say of a game whose race cannot be read, or does not go with it."""
        race_id = race_of(game_id)
        if self._turns.look(race_id).race is None:
            return GameNotFound(game_id)
        return self._races.discarded(race_id, "it does not go with the games of its racers")

    def _told(self, record: GameRecord, answer: bytes, *, replayed: bool) -> Change:
        """The change that was made. After the last racer's the race is over, or the sweeper would see to it."""
        history, _, racing = answer.rpartition(b" ")
        change = change_told(record, history, replayed=replayed)
        if racing == b"0" and not replayed:
            with suppress(StoreUnavailable, RaceDiscarded):
                self._turns.settled(race_of(record.id))
        return Change(replace(change.before, racing=True), replace(change.after, racing=racing != b"0"))

    def _refuse(self, record: GameRecord, status: str, turn: Turn | None) -> NoReturn:
        """Say what stands in the way of a game that was found.

        The mode of a racer's game stands in the way of whatever else is asked of it.
        """
        race_id = race_of(record.id)
        match status:
            case "stale":
                raise StaleGame(record.id, record.version, record.tag)
            case "not started":
                raise RaceNotStarted(race_id, record.opened_at)
            case "race over":
                raise RaceOver(race_id)
            case "over" if record.game.outcome:
                raise GameOver(record.game.outcome)
            case "not allowed":
                raise AutoplayNotAllowed
            case "turn" if turn:
                turn(record)
        raise WrongMode(record.game.mode)


def _at(record: GameRecord, now: int, *, on: bool) -> GameRecord:
    """The game as its race stands at this instant: `on` says that it is not over."""
    return replace(record, waiting=now < record.opened_at, racing=on)
