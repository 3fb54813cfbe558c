"""Games in memory, those of racers among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.play.errors import AutoplayNotAllowed, GameNotFound, StaleGame, WrongMode
from service.play.identity import is_raced, race_of
from service.play.race_errors import RaceNotFound
from service.play.racing import check_running, forfeited, placed
from service.play.record import Change, GameRecord
from tests.fakes.games import FakeGames

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.ports import Turn
    from service.play.race import Race
    from service.play.race_ports import Seen
    from tests.fakes.memory import Memory
    from tests.fakes.races import FakeRaces


class FakeRaceGames(FakeGames):
    """The port `Games`, for whatever id."""

    def __init__(self, memory: Memory, races: FakeRaces) -> None:
        super().__init__(memory)
        self._races = races

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        if not is_raced(game_id):
            return super().load(caller, game_id)
        self._memory.admit(caller, "read")
        return self._raced(game_id, caller)[1]

    def peek(self, game_id: str) -> GameRecord:
        return self._raced(game_id)[1] if is_raced(game_id) else super().peek(game_id)

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        if not is_raced(game_id):
            return super().advance(caller, game_id, count)
        return self._refused(caller, game_id, WrongMode("placement"))

    def autoplay(self, caller: Caller, game_id: str, until: Until) -> Change:
        if not is_raced(game_id):
            return super().autoplay(caller, game_id, until)
        return self._refused(caller, game_id, AutoplayNotAllowed())

    def change(self, caller: Caller, game_id: str, turn: Turn) -> Change:
        if not is_raced(game_id):
            return super().change(caller, game_id, turn)

        def refused(seen: Seen, record: GameRecord) -> GameRecord:
            check_running(seen.race)
            turn(record)
            raise AssertionError("no turn is taken in a race")

        return self._raced_on(caller, game_id, refused)

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        if not is_raced(game_id):
            return super().place(caller, game_id, pile)

        def put(seen: Seen, record: GameRecord) -> GameRecord:
            moved = placed(seen.race, record, pile, seen.now)
            self._memory.raced[game_id] = moved.record
            self._races.put(moved.step)
            return moved.record

        return self._raced_on(caller, game_id, put)

    def abandon(self, caller: Caller, game_id: str) -> None:
        if not is_raced(game_id):
            super().abandon(caller, game_id)
            return

        def given_up(seen: Seen, record: GameRecord) -> GameRecord:
            self._races.put(forfeited(seen.race, caller.token.player_id, seen.now))
            return self._memory.raced[record.id]

        self._raced_on(caller, game_id, given_up)

    def _refused(self, caller: Caller, game_id: str, error: Exception) -> Change:
        def refused(seen: Seen, record: GameRecord) -> GameRecord:
            check_running(seen.race)
            record.game.step()
            raise error

        return self._raced_on(caller, game_id, refused)

    def _raced_on(self, caller: Caller, game_id: str, make: Callable[[Seen, GameRecord], GameRecord]) -> Change:
        self._memory.admit(caller, "play")
        done: Change | None = self._memory.recall(caller)
        seen, before = self._raced(game_id, caller)
        if done is not None:
            return done
        if caller.if_match is not None and before.tag not in caller.if_match:
            raise StaleGame(before.id, before.version, before.tag)
        make(seen, before)
        change = Change(before, self._raced(game_id)[1])
        self._memory.remember(caller, change)
        return change

    def _raced(self, game_id: str, caller: Caller | None = None) -> tuple[Seen, GameRecord]:
        """A racer's game as it stands, and its race; the caller's own if one is given."""
        try:
            seen = self._races.load(race_of(game_id))
        except RaceNotFound:
            raise GameNotFound(game_id) from None
        record = self._memory.raced.get(game_id)
        if record is None or (caller is not None and record.draft.player_id != caller.token.player_id):
            raise GameNotFound(game_id)
        return seen, _as_in(seen.race, record)


def _as_in(race: Race, record: GameRecord) -> GameRecord:
    return replace(record, waiting=race.status == "countdown", racing=not race.is_over)
