"""The hub goes on whatever becomes of the store, and of single races."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

import pytest

from service.api.examples.races import EVENTS, STARTED
from service.api.streaming.body import Body
from service.api.streaming.frames import HEARTBEAT, race_frame
from service.api.streaming.hub import Hub
from service.api.streaming.places import Most, Watcher
from service.play.errors import StoreUnavailable
from service.play.race_errors import RaceDiscarded
from tests.api.racing import frames
from tests.fakes import FakeRaces, FakeWakeups, Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.api.streaming.listener import Listener
    from service.play.race import Race
    from service.play.race_ports import Events, Seen

EVE = Watcher("eve", "somewhere")


class PatientWakeups(FakeWakeups):
    """Words that come at their own pace."""

    fault: BaseException | None = None
    """What the next call fails with."""

    def wait(self, timeout_s: float) -> frozenset[str]:
        time.sleep(0.005)
        fault, self.fault = self.fault, None
        if fault:
            raise fault
        return super().wait(timeout_s)


class SpoiltRaces(FakeRaces):
    """Races some of which cannot be read, for a reason that a test gives."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.reasons: dict[str, Exception] = {}

    def events(self, race_id: str, after: int | None, limit: int) -> Events:
        if race_id in self.reasons:
            raise self.reasons[race_id]
        return super().events(race_id, after, limit)


class Stage:
    """A hub over two races that run, told to the fifth event."""

    def __init__(self) -> None:
        self.memory = Memory(now=STARTED.updated_at)
        self.races = SpoiltRaces(self.memory)
        self.wakeups = PatientWakeups(self.memory)
        self.hub = Hub(self.races, self.wakeups, Most(), heartbeat_s=1.5)
        self.one, self.other = self.race("a"), self.race("b")

    def race(self, letter: str) -> Race:
        """A race with an id of its own, which has just started."""
        race = replace(STARTED, id=letter + STARTED.id[1:])
        self.memory.races[race.id], self.memory.race_events[race.id] = race, EVENTS[:5]
        return race

    def happen(self, race: Race, upto: int) -> None:
        self.memory.race_events[race.id] = EVENTS[:upto]
        self.memory.races[race.id] = replace(race, seq=upto)

    def listen(self, race: Race) -> Listener:
        listener = self.hub.listen(race.id, EVE)
        self.hub.begin(listener, self.races.load(race.id))
        return listener


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.hub.close()


def streamed(stage: Stage, listener: Listener, seen: Seen) -> list[tuple[int, str]]:
    """What a newcomer is sent who saw the race like that and then begins to listen, up to the first silence."""
    stage.hub.begin(listener, seen)
    first = [[race_frame("snapshot", seen.race, seen.now)]]
    body = iter(Body(stage.races, stage.hub, listener, first, after=None, may_stay=lambda: True))
    text = b"".join(takewhile(lambda chunk: chunk != HEARTBEAT, body)).decode()
    return [(event["id"], event["event"]) for event in frames(text)]


def heard(listener: Listener, enough: Callable[[list[tuple[str, int]]], bool]) -> list[tuple[str, int]]:
    """What has come by the time it is enough, or within ten seconds."""
    found: list[tuple[str, int]] = []
    until = time.monotonic() + 10
    while not enough(found) and time.monotonic() < until and listener.ended is None:
        found += [(frame.kind, frame.seq) for frame in listener.take(0.05)]
    return found


@pytest.mark.parametrize("upto", [7, len(EVENTS)])
def test_what_happens_between_a_look_and_the_first_word_is_told_though_another_was_quicker(
    stage: Stage, upto: int
) -> None:
    slow, quick = (stage.hub.listen(stage.one.id, EVE) for _ in range(2))
    before = stage.races.load(stage.one.id)
    stage.happen(stage.one, upto)
    stage.hub.begin(quick, stage.races.load(stage.one.id))
    told = streamed(stage, slow, before)
    assert told == [(5, "snapshot"), *((one.seq, one.kind) for one in EVENTS[5:upto])]


def test_what_happens_between_a_look_and_the_first_word_is_told_to_whoever_is_alone(stage: Stage) -> None:
    other, alone = stage.listen(stage.other), stage.hub.listen(stage.one.id, EVE)
    before = stage.races.load(stage.one.id)
    stage.happen(stage.one, 6)
    stage.happen(stage.other, 6)
    assert heard(other, bool)
    stage.hub.begin(alone, before)
    assert heard(alone, bool) == [(EVENTS[5].kind, 6)]


def test_a_store_that_has_lost_events_is_told_as_a_reset(stage: Stage) -> None:
    listener = stage.listen(stage.one)
    stage.happen(stage.one, 8)
    assert [seq for _, seq in heard(listener, lambda found: len(found) == 3)] == [6, 7, 8]
    stage.happen(stage.one, 6)
    assert heard(listener, bool) == [("reset", 6)]
    stage.happen(stage.one, 7)
    assert [seq for _, seq in heard(listener, bool)] == [7]


def test_a_store_that_has_lost_events_and_gone_on_past_them_is_told_as_a_reset(stage: Stage) -> None:
    listener = stage.listen(stage.one)
    stage.happen(stage.one, 8)
    assert [seq for _, seq in heard(listener, lambda found: len(found) == 3)] == [6, 7, 8]
    stage.memory.race_events[stage.one.id] = [*EVENTS[:5], *(replace(one, at=one.at + 1) for one in EVENTS[5:9])]
    stage.memory.races[stage.one.id] = replace(stage.one, seq=9)
    assert heard(listener, bool) == [("reset", 9)]
    stage.happen(stage.one, 10)
    assert heard(listener, bool) == [(EVENTS[9].kind, 10)]


def test_streams_go_on_after_a_fault_that_nobody_foresaw(stage: Stage) -> None:
    listener = stage.listen(stage.one)
    stage.happen(stage.one, 6)
    assert heard(listener, bool) == [(EVENTS[5].kind, 6)]
    stage.wakeups.fault = MemoryError()
    assert listener.take(0.1) == []
    assert stage.wakeups.fault is None
    stage.happen(stage.one, 7)
    assert heard(listener, bool) == [(EVENTS[6].kind, 7)]


def test_while_the_store_is_away_nothing_is_lost(stage: Stage) -> None:
    listener = stage.listen(stage.one)
    stage.races.reasons[stage.one.id] = StoreUnavailable("redis")
    stage.happen(stage.one, 7)
    assert listener.take(0.3) == []
    del stage.races.reasons[stage.one.id]
    assert [seq for _, seq in heard(listener, lambda found: len(found) == 2)] == [6, 7]


@pytest.mark.parametrize("reason", [RaceDiscarded("some race"), RuntimeError("what nobody has thought of")])
def test_a_race_that_cannot_be_read_ends_its_own_streams_and_no_others(stage: Stage, reason: Exception) -> None:
    broken, sound = stage.listen(stage.one), stage.listen(stage.other)
    stage.races.reasons[stage.one.id] = reason
    for race in (stage.one, stage.other):
        stage.happen(race, 6)
    assert [seq for _, seq in heard(sound, bool)] == [6]
    heard(broken, lambda _: False)
    assert broken.ended == "lost"
    stage.races.reasons.clear()
    again = stage.listen(stage.one)
    stage.happen(stage.one, 7)
    assert [seq for _, seq in heard(again, bool)] == [7]


def test_each_race_is_read_once_for_all_who_listen(stage: Stage) -> None:
    reads: list[str] = []
    listeners = [stage.listen(stage.one) for _ in range(10)]
    read = stage.races.events

    def counted(race_id: str, after: int | None, limit: int) -> Events:
        reads.append(race_id)
        return read(race_id, after, limit)

    stage.races.events = counted  # type: ignore[method-assign]  # only looked at
    stage.happen(stage.one, 6)
    assert [heard(listener, bool)[0][1] for listener in listeners] == [6] * 10
    assert len(reads) < 10
