"""Races in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.play.errors import IdempotencyKeyReused
from service.play.identity import NOBODY, new_id, race_game_id
from service.play.pages import Page
from service.play.race import LOBBY_MS, MOST_RACES
from service.play.race_errors import RaceNotFound, TooManyRaces
from service.play.race_ports import Events, Seen
from service.play.race_results import nameless
from service.play.racing import advance, forfeited, forgotten
from service.play.record import GameRecord
from tests.fakes.memory import Entry

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.race import Race
    from service.play.race_events import Step
    from service.play.race_ports import Opening, Turn
    from service.play.race_terms import RaceTerms
    from tests.fakes.memory import Memory


class FakeRaces:
    """The port `Races`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def create(self, caller: Caller | None, race_id: str, opening: Opening) -> Seen:
        done = self._recalled(caller)
        if done is not None:
            return done
        if race_id in self._memory.races:
            return self.load(race_id)
        step = opening(self._memory.now)
        self.put(step)
        return self._answered(caller, step)

    def load(self, race_id: str) -> Seen:
        if race_id not in self._memory.races:
            raise RaceNotFound(race_id)
        self.put(advance(self._memory.races[race_id], self._memory.now))
        return self._seen(race_id)

    def change(self, caller: Caller | None, race_id: str, turn: Turn) -> Seen:
        done = self._recalled(caller)
        if done is not None:
            return done
        seen = self.load(race_id)
        step = turn(seen.race, seen.now)
        self.put(step)
        return self._answered(caller, step)

    def forfeit(self, caller: Caller, race_id: str) -> Seen:
        player_id = caller.token.player_id
        return self.change(caller, race_id, lambda race, now: forfeited(race, player_id, now))

    def lobby(self, after: Key | None, limit: int) -> Page[Seen]:
        keys = sorted((race.key for race in self._memory.races.values() if race.join_code is None), reverse=True)
        seen = [self.load(race_id) for at, race_id in keys if after is None or (at, race_id) < after]
        rest = [one for one in seen if one.race.status == "open"]
        return Page(tuple(rest[:limit]), rest[limit - 1].race.key if len(rest) > limit else None)

    def seated(self, player_id: str) -> tuple[Seen, ...]:
        seen = [Seen(advance(race, self._memory.now).race, self._memory.now) for race in self._memory.races.values()]
        held = [one for one in seen if one.race.seats_player(player_id) and not one.race.is_over]
        return tuple(sorted(held, key=lambda one: one.race.key))

    def meet(self, terms: RaceTerms, race_id: str, instead_of: str | None) -> str:
        kept, until = self._memory.meetings.get(terms, (race_id, 0))
        if until <= self._memory.now or kept == instead_of:
            self._memory.meetings[terms] = race_id, self._memory.now + LOBBY_MS
        return self._memory.meetings[terms][0]

    def events(self, race_id: str, after: int | None, limit: int) -> Events:
        seen = self.load(race_id)
        after = after or 0
        if after > seen.race.seq:
            return Events((), trimmed=True)
        return Events(tuple(self._memory.race_events[race_id][after : after + limit]))

    def aim(self, caller: Caller, race_id: str, instead_of: str | None) -> str:
        noted = self.aimed(caller)
        if noted not in (None, instead_of):
            return noted
        if caller.once is not None:
            self._memory.aims[caller.token.player_id, caller.once.scope] = caller.once.payload, race_id
        return race_id

    def aimed(self, caller: Caller) -> str | None:
        if caller.once is None or (caller.token.player_id, caller.once.scope) not in self._memory.aims:
            return None
        payload, race_id = self._memory.aims[caller.token.player_id, caller.once.scope]
        if payload != caller.once.payload:
            raise IdempotencyKeyReused
        return race_id

    def forget(self, player_id: str) -> None:
        for race_id in list(self._memory.races):
            self.change(None, race_id, lambda race, now: forgotten(race, player_id, now))

    def sweep(self, limit: int) -> int:
        due = [race.id for race in self._memory.races.values() if race.due and race.due <= self._memory.now]
        for race_id in due[:limit]:
            self.load(race_id)
        return len(due[:limit])

    def put(self, step: Step) -> None:
        """Let the step have happened to its race, and to the games of its racers."""
        race, before = step.race, self._memory.races.get(step.race.id)
        if race == before and not step.events:
            return
        known = {NOBODY, *(seat.player_id for seat in before.seats)} if before else {NOBODY}
        if any(len(self.seated(seat.player_id)) >= MOST_RACES for seat in race.seats if seat.player_id not in known):
            raise TooManyRaces(MOST_RACES)
        self._memory.races[race.id] = replace(race, version=race.version + 1)
        self._memory.race_events.setdefault(race.id, []).extend(step.events)
        for draft in step.opened:
            opened_at = race.starts_at or 0
            self._memory.raced[draft.id] = GameRecord(draft, draft.game, 1, opened_at, opened_at)
        for seat, at in step.abandoned.items():
            record = self._memory.raced[race_game_id(race.id, seat)]
            self._memory.raced[record.id] = record.changed(record.game.abandon(), at)
        if race.status == "finished" and (before is None or not before.is_over):
            self._deliver(race)

    def _deliver(self, race: Race) -> None:
        """The games of a race become results when it is over, and not before."""
        for seat in race.seats:
            record = self._memory.raced[race_game_id(race.id, seat.number)]
            self._memory.outbox[new_id(race.id)] = Entry(replace(record, waiting=False, racing=False))
        self._memory.outbox[new_id(race.id)] = Entry(nameless(self._memory.races[race.id]))

    def _recalled(self, caller: Caller | None) -> Seen | None:
        return None if caller is None else self._memory.recall(caller)

    def _answered(self, caller: Caller | None, step: Step) -> Seen:
        seen = Seen(self._memory.races[step.race.id], self._memory.now, step.made)
        if caller is not None:
            self._memory.remember(caller, seen)
        return seen

    def _seen(self, race_id: str) -> Seen:
        return Seen(self._memory.races[race_id], self._memory.now)


class FakeWakeups:
    """The port `Wakeups`, which never waits; the events of all races that `races` holds are noticed."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._known: dict[str, int] = {}

    def watch(self, race_id: str) -> None:
        self._known.setdefault(race_id, self._newest(race_id))

    def unwatch(self, race_id: str) -> None:
        self._known.pop(race_id, None)

    def wait(self, timeout_s: float) -> frozenset[str]:
        del timeout_s
        woken = frozenset(race_id for race_id, seq in self._known.items() if self._newest(race_id) > seq)
        self._known |= {race_id: self._newest(race_id) for race_id in woken}
        return woken

    def close(self) -> None:
        self._known.clear()

    def _newest(self, race_id: str) -> int:
        race = self._memory.races.get(race_id)
        return race.seq if race else 0
