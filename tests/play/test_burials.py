"""A result is buried for its own failure alone: not for others, outages, lost replies or workers that were killed."""

from collections.abc import Callable, Sequence

import pytest

from service.play.errors import StoreUnavailable
from service.play.record import GameRecord
from service.play.recording import MOST_TRIALS, record_results
from service.play.results import MOST_ATTEMPTS, Delivery
from tests.builders import OPENED_AT, ended_game
from tests.fakes import FakeOutbox, FakeResults
from tests.fakes.memory import Entry
from tests.play.world import World


class Killed(BaseException):
    """The end of a worker."""


class Database(FakeResults):
    """A database that fails as `fail` says when it is given certain games."""

    def __init__(self, fail: Callable[[], BaseException], *poison: GameRecord) -> None:
        super().__init__()
        self.fail = fail
        self.poison = {record.id for record in poison}

    def record(self, records: Sequence[GameRecord]) -> None:
        if self.poison & {record.id for record in records}:
            raise self.fail()
        super().record(records)


class Shaky(FakeOutbox):
    """An outbox of which some methods do not get through."""

    broken: frozenset[str] = frozenset()
    unburied: frozenset[str] = frozenset()
    """Entries that cannot be buried."""

    def confirm(self, deliveries: Sequence[Delivery]) -> None:
        self._get_through("confirm")
        super().confirm(deliveries)

    def release(self, deliveries: Sequence[Delivery]) -> None:
        self._get_through("release")
        super().release(deliveries)

    def bury(self, delivery: Delivery, reason: str) -> None:
        if delivery.entry_id in self.unburied:
            raise StoreUnavailable("redis")
        super().bury(delivery, reason)

    def _get_through(self, method: str) -> None:
        if method in self.broken:
            raise StoreUnavailable("redis")


@pytest.fixture
def outbox(world: World) -> Shaky:
    return Shaky(world.memory)


def ended_games(world: World, count: int) -> list[GameRecord]:
    """So many ended games, each in the store and in the outbox."""
    records = [ended_game(opened_at=OPENED_AT) for _ in range(count)]
    for record in records:
        world.memory.games[record.id] = record
        world.memory.outbox[record.id] = Entry(record)
    return records


def try_to_record(outbox: Shaky, results: FakeResults) -> None:
    with pytest.raises(StoreUnavailable):
        record_results(outbox, results, 10)


@pytest.mark.parametrize("at", [0, 3, 6])
def test_whatever_one_result_brings_about_the_others_are_recorded(world: World, outbox: Shaky, at: int) -> None:
    records = ended_games(world, 7)
    results = Database(lambda: ZeroDivisionError("oh"), records[at])
    assert record_results(outbox, results, 10) == 7
    assert world.memory.dead == [(records[at].id, "unforeseen ZeroDivisionError('oh')")]
    assert len(results.recorded) == 6
    assert all(world.memory.games[game_id].recorded for game_id in results.recorded)


@pytest.mark.parametrize("attempts", [0, 100])
def test_a_burial_that_fails_leaves_nothing_undone_but_itself(world: World, outbox: Shaky, attempts: int) -> None:
    first, second, sound = ended_games(world, 3)
    world.memory.outbox[sound.id].attempts = attempts
    outbox.unburied = frozenset({first.id})
    results = Database(ValueError, first, second)
    for _ in range(2 * MOST_ATTEMPTS):
        try_to_record(outbox, results)
    assert list(results.recorded) == [sound.id]
    assert [game_id for game_id, _ in world.memory.dead] == [second.id]
    assert world.memory.outbox == {first.id: Entry(first)}


def test_results_stored_while_nothing_could_be_confirmed_or_released_are_confirmed_later(
    world: World, outbox: Shaky
) -> None:
    records = ended_games(world, 3)
    outbox.broken = frozenset({"confirm", "release"})
    for _ in range(2 * MOST_ATTEMPTS):
        try_to_record(outbox, world.results)
    outbox.broken = frozenset()
    assert record_results(outbox, world.results, 10) == 3
    assert (world.memory.outbox, world.memory.dead) == ({}, [])
    assert all(world.memory.games[record.id].recorded for record in records)


def test_what_is_told_of_a_failure_is_its_cause_even_if_nothing_can_be_released(world: World, outbox: Shaky) -> None:
    (record,) = ended_games(world, 1)
    outbox.broken = frozenset({"release"})
    with pytest.raises(StoreUnavailable) as failure:
        record_results(outbox, Database(lambda: StoreUnavailable("postgres"), record), 10)
    assert failure.value.store == "postgres"


def test_a_suspect_that_can_be_recorded_is(world: World, outbox: Shaky) -> None:
    records = ended_games(world, 3)
    for record in records:
        world.memory.outbox[record.id].attempts = 100
    assert record_results(outbox, world.results, 10) == 3
    assert (len(world.results.recorded), world.memory.dead) == (3, [])


def test_a_suspect_that_is_refused_is_buried_with_its_own_reason(world: World, outbox: Shaky) -> None:
    (record,) = ended_games(world, 1)
    world.memory.outbox[record.id].attempts = 100
    record_results(outbox, Database(lambda: KeyError("x"), record), 10)
    assert world.memory.dead == [(record.id, "unforeseen KeyError('x')")]


def test_an_outage_during_a_trial_is_not_held_against_the_suspect(world: World, outbox: Shaky) -> None:
    (record,) = ended_games(world, 1)
    world.memory.outbox[record.id].attempts = MOST_ATTEMPTS
    away = Database(lambda: StoreUnavailable("postgres"), record)
    for _ in range(3 * MOST_TRIALS):
        try_to_record(outbox, away)
    assert world.memory.outbox == {record.id: Entry(record, MOST_ATTEMPTS)}
    assert record_results(outbox, world.results, 10) == 1
    assert list(world.results.recorded) == [record.id]


def test_what_ends_every_worker_is_found_out_and_buried_and_the_others_come_through(
    world: World, outbox: Shaky
) -> None:
    deadly, *others = ended_games(world, 4)
    results = Database(Killed, deadly)
    for _ in range(MOST_ATTEMPTS + MOST_TRIALS):
        with pytest.raises(Killed):
            record_results(outbox, results, 10)
    record_results(outbox, results, 10)
    assert results.recorded.keys() == {record.id for record in others}
    reason = f"tried alone {MOST_TRIALS} times, and its worker ended each time"
    assert (world.memory.dead, world.memory.outbox) == ([(deadly.id, reason)], {})


def test_one_worker_killed_during_a_trial_proves_nothing(world: World, outbox: Shaky) -> None:
    (record,) = ended_games(world, 1)
    world.memory.outbox[record.id].attempts = MOST_ATTEMPTS
    for _ in range(MOST_TRIALS - 1):
        with pytest.raises(Killed):
            record_results(outbox, Database(Killed, record), 10)
    assert record_results(outbox, world.results, 10) == 1
    assert list(world.results.recorded) == [record.id]
