"""The games of races in the results database: they come back as they were, and their deals are counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.play.results import locks_at
from tests.raced import run, timed_out
from tests.ranked import NOON, Rankers, fake_rankers, postgres_rankers


@pytest.fixture(params=["fake", "postgres"])
def rankers(request: pytest.FixtureRequest) -> Rankers:
    if request.param == "fake":
        return fake_rankers()
    return postgres_rankers(request.getfixturevalue("database"))


def test_a_racers_game_comes_back_as_it_was(rankers: Rankers) -> None:
    ann, bob, eve = (rankers.join(name) for name in ("Ann", "Bob", "Eve"))
    runs = [
        run(ann, bob, eve, number=0, errs=[bob], forfeits=[eve]),
        run(ann, bob, number=1, errs=[ann], errors="disqualify", decks="shared", time_limit_s=900),
        run(ann, bob, number=2, variant="perpetual"),
        timed_out(ann, eve, number=3),
    ]
    rankers.results.record([game for one in runs for game in one.games])
    for one in runs:
        for game in one.games:
            found = rankers.results.find(game.id)
            assert found == replace(game, recorded=True)
            assert found.race_id == one.race.id


@pytest.mark.parametrize("together", [True, False])
def test_a_deal_that_racers_share_is_one_deal_and_their_own_are_as_many(rankers: Rankers, *, together: bool) -> None:
    racers = [rankers.join() for _ in range(3)]
    shared = [run(*racers, number=number, decks="shared", at=NOON + number) for number in range(2)]
    own = run(*racers, number=2)
    games = [game for one in (*shared, own) for game in one.games]
    for batch in [games] if together else [[game] for game in games]:
        rankers.results.record(batch)
    rankers.results.record(games)
    deals = [one.games[0] for one in shared] + list(own.games)
    expected: dict[int, int] = {}
    for deal in deals:
        lock = locks_at(deal.game)
        expected[lock] = expected.get(lock, 0) + 1
    assert rankers.statistics.fairness() == {"standard": expected}
