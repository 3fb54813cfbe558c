"""What the seeds of daily deals promise, kept in memory or in Postgres."""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random
from typing import TYPE_CHECKING

import pytest

from service.game.rules import VARIANTS
from service.play.daily import NEXT, DailyTally
from service.play.days import day_at
from service.play.record import DealKind
from service.play.results import result_of
from service.storage.postgres import PostgresDailies, PostgresResults
from tests.builders import now
from tests.fakes import FakeDailies, FakeResults
from tests.played import played_game

if TYPE_CHECKING:
    from service.play.ports import Dailies, Results


@pytest.fixture(params=["fake", "postgres"])
def ports(request: pytest.FixtureRequest) -> tuple[Dailies, Results]:
    if request.param == "fake":
        results = FakeResults()
        return FakeDailies(results), results
    database = request.getfixturevalue("database")
    return PostgresDailies(database), PostgresResults(database)


@pytest.fixture
def dailies(ports: tuple[Dailies, Results]) -> Dailies:
    return ports[0]


@pytest.fixture
def results(ports: tuple[Dailies, Results]) -> Results:
    return ports[1]


@pytest.fixture
def some_day() -> date:
    """A day that no other test has."""
    return date.fromordinal(Random().randrange(1, date.max.toordinal() - 100))  # noqa: S311  nothing in a test is secret


def test_a_prepared_day_and_the_next_have_a_seed_for_each_variant(dailies: Dailies, some_day: date) -> None:
    dailies.prepare(some_day)
    seeds = [seed for day in (some_day, some_day + NEXT) for seed in dailies.seeds(day).values()]
    assert [len(seed) for seed in seeds] == [32] * 2 * len(VARIANTS)
    assert len(set(seeds)) == len(seeds)
    for day in (some_day, some_day + NEXT):
        assert dailies.seeds(day).keys() == VARIANTS.keys()


def test_seeds_stay_as_they_were_made(dailies: Dailies, some_day: date) -> None:
    dailies.prepare(some_day)
    today, tomorrow = dict(dailies.seeds(some_day)), dict(dailies.seeds(some_day + NEXT))
    for day in (some_day, some_day + NEXT, some_day):
        dailies.prepare(day)
    assert (dailies.seeds(some_day), dailies.seeds(some_day + NEXT)) == (today, tomorrow)


def test_a_day_that_was_not_prepared_has_no_seeds_however_often_it_is_asked_for(
    dailies: Dailies, some_day: date
) -> None:
    dailies.prepare(some_day)
    for day in (some_day - NEXT, some_day + 2 * NEXT):
        assert dailies.seeds(day) == {}
        assert dailies.seeds(day) == {}


def test_a_day_without_results_has_no_tallies(dailies: Dailies, some_day: date) -> None:
    dailies.prepare(some_day)
    assert dailies.tallies(some_day) == {}


def test_the_games_of_a_day_are_counted_by_variant(dailies: Dailies, results: Results) -> None:
    random = Random(8)  # noqa: S311  nothing in a test is secret
    played = [
        played_game(random, variant, kind=kind)
        for variant in ("watch", "perpetual", "standard")
        for kind in (DealKind.DAILY, DealKind.RANDOM)
        for _ in range(40)
    ]
    day = day_at(now()) - NEXT  # whole among the two days of such games, however early it is
    mine = [record for record in played if record.draft.day == day]
    cleared = [record for record in mine if (result := result_of(record)) and result.title]
    before = dailies.tallies(day)
    results.record(played)
    results.record(played)
    attempts, clearances = (Counter(record.draft.variant for record in some) for some in (mine, cleared))
    assert all(attempts.values())
    assert sum(clearances.values()) > 0
    for variant in attempts:
        known = before.get(variant, DailyTally(0, 0))
        assert dailies.tallies(day)[variant] == DailyTally(
            known.attempts + attempts[variant], known.cleared + clearances[variant]
        )
