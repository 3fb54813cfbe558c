"""Operators' upkeep in the midst of everything: twice at once, beside workers, and killed halfway."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from service.storage.postgres import (
    Database,
    PostgresPlayers,
    PostgresResults,
    PostgresUpkeep,
    mending,
    migrate,
)
from service.storage.postgres import batches as batching
from service.storage.postgres.batches import PLAYERS_AT_A_TIME, cut
from service.storage.postgres.lists import lists
from service.storage.postgres.reckoning import reckon
from tests.storage.test_postgres_leaderboards import rows, some_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.result_ports import Progress
    from service.storage.postgres.reckoning import Reckoning
    from tests.ranked import Rankers

    Work = Callable[[PostgresUpkeep, Progress], object]

FORGET = "TRUNCATE standings, standing_counts, digests, fairness, daily_fates"


def execute(database: Database, statement: str) -> None:
    with database.transaction() as connection:
        connection.execute(text(statement))


def test_two_rebuilds_at_once_beside_workers_come_to_what_the_results_say(
    database: Database, rankers: Rankers
) -> None:
    random = Random("two")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(10)]
    rankers.results.record(some_games(random, crowd, 100))
    execute(database, FORGET)
    games = some_games(random, crowd, 200)
    with ThreadPoolExecutor(8) as workers:
        works = [workers.submit(PostgresUpkeep(database).rebuild) for _ in range(2)]
        recording = [
            workers.submit(PostgresResults(database).record, games[at : at + 10]) for at in range(0, len(games), 10)
        ]
        wait(works)
        wait(recording)
    assert [work.result() for work in works] == [10, 10]
    assert [work.result() for work in recording] == [None] * len(recording)
    assert list(PostgresUpkeep(database).check()) == []
    found = rows(database)
    execute(database, FORGET)
    PostgresUpkeep(database).rebuild()
    assert rows(database) == found


def test_a_rebuild_that_is_killed_halfway_has_done_half_and_the_next_does_the_rest(
    database: Database, rankers: Rankers, own_database_url: str, valkey_url: str
) -> None:
    random = Random("killed")  # noqa: S311  nothing in a test is secret
    crowd = sorted(rankers.join() for _ in range(PLAYERS_AT_A_TIME + 3))
    rankers.results.record(some_games(random, [*crowd[:3], *crowd[-3:]], 60))
    right = rows(database)
    execute(database, FORGET)
    with database.transaction() as holder:
        holder.execute(text("SELECT FROM players WHERE id = :last FOR UPDATE"), {"last": crowd[-1]})
        with rebuilding(own_database_url, valkey_url) as process:
            while not waits(database):
                assert process.poll() is None
            process.kill()
    halfway = rows(database)
    assert set() < halfway["standings"] < right["standings"]
    assert set() < halfway["digests"] < right["digests"]
    assert halfway["fairness"] == set()
    assert PostgresUpkeep(database).rebuild() == len(crowd)
    assert rows(database) == right
    assert list(PostgresUpkeep(database).check()) == []


def rebuilding(database_url: str, redis_url: str) -> subprocess.Popen[bytes]:
    """`clock leaderboards rebuild` as a process of its own."""
    environment = os.environ | {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    command = [sys.executable, "-m", "service.cli", "leaderboards", "rebuild"]
    return subprocess.Popen(command, env=environment, cwd=migrate.FOLDER.parent)


def waits(database: Database) -> bool:
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with database.transaction() as connection:
        return bool(connection.scalar(waiting))


def test_the_lists_that_there_are_are_those_that_stand_or_are_counted(database: Database, rankers: Rankers) -> None:
    random = Random("lists")  # noqa: S311  nothing in a test is secret
    with database.transaction() as connection:
        assert lists(connection) == []
    rankers.results.record(some_games(random, [rankers.join() for _ in range(3)], 60))
    execute(database, "INSERT INTO standing_counts VALUES ('luck', 'big_clock', 'day', '2026-01-01', 0, 1, 1)")
    execute(database, "DELETE FROM standing_counts WHERE variant = 'watch'")
    query = "SELECT board, variant, period FROM standings UNION SELECT board, variant, period FROM standing_counts"
    with database.transaction() as connection:
        right = sorted(map(tuple, connection.execute(text(query))))
        assert lists(connection) == right
    assert ("luck", "big_clock", "day") in right
    assert len(right) > 20


@pytest.mark.parametrize("work", [PostgresUpkeep.rebuild, lambda upkeep, told: list(upkeep.check(told))])
def test_upkeep_tells_how_far_it_is(database: Database, rankers: Rankers, work: Work) -> None:
    for _ in range(PLAYERS_AT_A_TIME + 1):
        rankers.join()
    told: list[tuple[int, int]] = []
    work(PostgresUpkeep(database), lambda *how_far: told.append(how_far))
    assert told == [(PLAYERS_AT_A_TIME, PLAYERS_AT_A_TIME + 1), (PLAYERS_AT_A_TIME + 1,) * 2]


@pytest.mark.parametrize(
    ("counted", "cut_so"),
    [
        ([], []),
        ([("a", 1500), ("b", 500), ("c", 1)], [["a", "b"], ["c"]]),
        ([("a", 1), ("b", 10_000), ("c", 0), ("d", 2000), ("e", 2001)], [["a"], ["b"], ["c", "d"], ["e"]]),
    ],
)
def test_players_are_taken_by_how_many_results_they_have(
    counted: list[tuple[str, int]], cut_so: list[list[str]]
) -> None:
    assert list(cut(counted)) == cut_so


def test_nobody_is_locked_while_results_are_read(
    own_database_url: str, database: Database, rankers: Rankers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "RESULTS_AT_A_TIME", 1)
    ann, bob = sorted(rankers.join() for _ in range(2))
    rankers.results.record(some_games(Random("read"), [ann, bob], 20))  # noqa: S311  nothing in a test is secret
    reading, banned = Event(), Event()

    def stop(done: int, _of: int) -> None:
        if done == 1:
            reading.set()
            assert banned.wait(30)

    hasty, work_on = Database(own_database_url, timeout_ms=1000), PostgresUpkeep(database)
    with ThreadPoolExecutor(1) as workers, database.transaction() as holder:
        work = workers.submit(work_on.rebuild, stop)
        assert reading.wait(30)
        holder.execute(text("LOCK TABLE results IN ACCESS EXCLUSIVE MODE"))
        banned.set()
        while not waits(database):
            assert not work.done()
        PostgresPlayers(hasty).ban(bob)
        holder.commit()
        assert work.result() == 2
    hasty.close()
    assert list(work_on.check()) == []
    query = text("SELECT DISTINCT player_id::text FROM standings")
    with database.transaction() as connection:
        assert connection.scalars(query).all() == [ann]


def test_results_that_come_while_others_are_computed_are_not_lost(
    database: Database, rankers: Rankers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = rankers.join()
    games = some_games(Random("meanwhile"), [ann], 40)  # noqa: S311  nothing in a test is secret
    rankers.results.record(games[:20])

    def then_more(*given: Any) -> Reckoning:
        before = reckon(*given)
        monkeypatch.setattr(mending, "reckon", reckon)
        rankers.results.record(games[20:])
        return before

    monkeypatch.setattr(mending, "reckon", then_more)
    PostgresUpkeep(database).rebuild()
    assert list(PostgresUpkeep(database).check()) == []


def test_what_is_right_is_found_right_without_a_lock_for_which_anyone_would_wait(
    own_database_url: str, database: Database, rankers: Rankers
) -> None:
    random = Random("no lock")  # noqa: S311  nothing in a test is secret
    rankers.results.record(some_games(random, [rankers.join()], 30))
    hasty = Database(own_database_url, timeout_ms=1000)
    with database.transaction() as worker:
        worker.execute(text("LOCK TABLE standing_counts, fairness, daily_fates IN ROW EXCLUSIVE MODE"))
        assert PostgresUpkeep(hasty).rebuild() == 1
    hasty.close()
