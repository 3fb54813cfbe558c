"""Stored races: looked at, checked whenever they come out, replaced by compare-and-set, set aside when they fail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from service.game.errors import BrokenSave
from service.play.errors import IdempotencyKeyReused
from service.play.identity import NOBODY, race_game_id
from service.play.race_errors import RaceDiscarded
from service.play.race_ports import Seen
from service.play.race_results import nameless
from service.play.racing import advance
from service.storage.valkey.fields import DISCARDED
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.lifetimes import CANCELLED_RACE_MS, ENDED_RACE_MS, RACE_MS
from service.storage.valkey.once import once_of
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.play.caller import Caller
    from service.play.race import Race
    from service.play.race_events import Step
    from service.storage.valkey.client import Store, Word
    from service.storage.valkey.codec import Codec
    from service.storage.valkey.race_codec import RaceCodec

    OnDiscard = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Look:
    """What is there under an id: a race or none, at which instant; or, in `again`, what a repeat is answered."""

    race: Race | None
    now: int
    again: Seen | None = None

    @property
    def is_due(self) -> bool:
        """Whether something has to be done in the race before anything else."""
        return self.race is not None and self.race.due is not None and self.race.due <= self.now


class RaceRecords:
    """The check of every race on every load; `on_discard(race_id, reason)` is told of each that failed, once."""

    def __init__(self, store: Store, codec: RaceCodec, games: Codec, on_discard: OnDiscard) -> None:
        self._store = store
        self._codec = codec
        self._games = games
        self._on_discard = on_discard

    def look(self, race_id: str, caller: Caller | None = None) -> Look:
        """The race as it is, whatever may be due. Raises `RaceDiscarded`, `IdempotencyKeyReused`."""
        places, payload = _places(race_id, caller), _once(race_id, caller)[1]
        status, *answer = self._store.run(script("race_load"), places, (payload,))
        if status == b"done":
            now, words = answer
            return self._found(race_id, now, words)
        return Look(None, 0, self._again(caller, status, answer[0]))

    def looks(self, race_ids: Sequence[str]) -> list[Look]:
        """The same for many, in one round trip; one that fails its check is set aside, and not there."""
        answers = self._store.run_all(script("race_load"), [(_places(race_id, None), ("",)) for race_id in race_ids])
        return [self._or_none(race_id, *answer[1:]) for race_id, answer in zip(race_ids, answers, strict=True)]

    def _or_none(self, race_id: str, now: int, words: list[bytes]) -> Look:
        try:
            return self._found(race_id, now, words)
        except RaceDiscarded:
            return Look(None, now)

    def _found(self, race_id: str, now: int, words: list[bytes]) -> Look:
        if not words:
            return Look(None, now)
        names = [name.decode("ascii", "replace") for name in words[::2]]
        if names == [DISCARDED]:
            raise RaceDiscarded(race_id)
        try:
            race = self._codec.race(race_id, dict(zip(names, words[1::2], strict=True)))
        except BrokenSave as fault:
            raise self.discarded(race_id, fault.reason) from fault
        # Its time never runs backwards, whatever the server's does.
        return Look(race, max(now, race.updated_at))

    def _again(self, caller: Caller | None, status: bytes, told: bytes) -> Seen:
        """What a repeat is answered."""
        if status != b"replayed" or caller is None:
            raise IdempotencyKeyReused
        caller.replayed = True
        return self.told(told)

    def told(self, told: bytes) -> Seen:
        """What is answered from these facts: what is due in them at their instant is done."""
        seen = self._codec.seen(told)
        return replace(seen, race=advance(seen.race, seen.now).race)

    def put(self, before: Look, step: Step, caller: Caller | None = None) -> Seen | None:
        """Put a step in the place of what it was made of; None if that has changed meanwhile.

        Raises `RaceDiscarded` where the events cannot go on from there, `IdempotencyKeyReused`.
        """
        race = replace(step.race, version=before.race.version + 1 if before.race else 1)
        once, payload = _once(race.id, caller)
        keys, games = _games(before.race, step)
        own = Keys.of(race.id)
        places = own.race(race.id), own.race_events(race.id), own.race_deadlines, once, own.outbox
        seen = Seen(race, before.now, step.made)
        told = self._codec.told(seen) if payload else b""
        words = self._words(before, step, race, (payload, told))
        status, *answer = self._store.run(script("race_put"), (*places, *keys), (*words, *games))
        match status:
            case b"done":
                return seen
            case b"stale":
                return None
            case b"unsound":
                raise self.discarded(race.id, "its events do not go with it")
        return self._again(caller, status, answer[0])

    def _words(self, before: Look, step: Step, race: Race, once: tuple[Word, Word]) -> tuple[Word, ...]:
        known = before.race
        version, seq = (known.version, known.seq) if known else (0, 0)
        fields = self._fields(race)
        events = [word for event in step.events for word in (event.kind, event.at, event.body())]
        opened = [word for draft in step.opened for word in self._games.opening(draft, _start(race))]
        ends = int(_ends(known, race))
        sent = self._fields(nameless(race)) if ends else []
        counts = len(fields), len(events), len(opened), len(sent)
        due = "" if race.due is None else race.due
        numbers = version, seq, before.now, due, _life(known, race), ends
        return race.id, member(race.id), *numbers, *once, *counts, *fields, *events, *opened, *sent

    def _fields(self, race: Race) -> Sequence[Word]:
        return [word for pair in self._codec.fields(race).items() for word in pair]

    def discarded(self, race_id: str, reason: str) -> RaceDiscarded:
        """Set the race aside."""
        own = Keys.of(race_id)
        places = own.race(race_id), own.quarantine(race_id), own.races(NOBODY), own.race_deadlines
        if self._store.run(script("discard"), places, (member(race_id),)):
            self._on_discard(race_id, reason)
        return RaceDiscarded(race_id)


def _once(race_id: str, caller: Caller | None) -> tuple[str, str]:
    own = Keys.of(race_id)
    return (own.once(NOBODY, ""), "") if caller is None else once_of(caller, own)


def _places(race_id: str, caller: Caller | None) -> tuple[str, str]:
    return Keys.of(race_id).race(race_id), _once(race_id, caller)[0]


def _games(before: Race | None, step: Step) -> tuple[Sequence[str], Sequence[Word]]:
    """The keys of the games that the step opens and those that it ends or sends, and the words for the latter."""
    ends = step.abandoned or {}
    seats = [seat.number for seat in step.race.seats] if _ends(before, step.race) else sorted(ends)
    touched = {race_game_id(step.race.id, seat): ends.get(seat, "") for seat in seats}
    own = Keys.of(step.race.id)
    keys = [own.game(game_id) for game_id in (*(draft.id for draft in step.opened), *touched)]
    return keys, [word for pair in touched.items() for word in pair]


def _ends(before: Race | None, race: Race) -> bool:
    """Whether the race has been run, and was not before."""
    return race.status == "finished" and (before is None or before.status != "finished")


def _life(before: Race | None, race: Race) -> Word:
    """How long the race is kept from now on, in milliseconds; empty for as long as it would be anyway."""
    if before is not None and before.is_over:
        return ""
    if race.status == "cancelled":
        return CANCELLED_RACE_MS
    return ENDED_RACE_MS if race.is_over else RACE_MS


def _start(race: Race) -> int:
    """When its games begin; they are dealt with the countdown."""
    return race.updated_at if race.starts_at is None else race.starts_at
