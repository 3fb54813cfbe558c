"""What players' results come to, put right without holding up those who play on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from service.play.errors import MonthsDetached
from service.storage.postgres import Database, PostgresUpkeep, mending
from service.storage.postgres.detached import note_detached
from service.storage.postgres.mending import TRIES
from service.storage.postgres.partitions import Month
from service.storage.postgres.reckoning import reckon
from tests.raced import run
from tests.ranked import NOON
from tests.storage.spoilt import SPOILT
from tests.storage.test_postgres_leaderboards import rows, some_games
from tests.storage.upkeep.test_upkeep import execute, waits

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.storage.postgres.reckoning import Reckoning
    from tests.ranked import Rankers


@pytest.mark.parametrize("busy", [1, TRIES - 1, TRIES])
def test_whoever_is_busy_is_not_locked_for_it_until_it_has_been_tried_often_enough(
    database: Database, rankers: Rankers, monkeypatch: pytest.MonkeyPatch, busy: int
) -> None:
    ann = rankers.join()
    games = some_games(Random("busy"), [ann], 20)  # noqa: S311  nothing in a test is secret
    found: list[bool] = []

    def look(connection: Connection, *given: Any) -> Reckoning:
        found.append(is_locked(database, ann))
        before = reckon(connection, *given)
        if len(found) <= busy:
            rankers.results.record([games[len(found)]])
        return before

    monkeypatch.setattr(mending, "reckon", look)
    PostgresUpkeep(database).rebuild()
    assert found == [False] * min(busy + 1, TRIES) + [True] * (busy == TRIES)
    assert list(PostgresUpkeep(database).check()) == []


def test_a_ban_is_lifted_without_a_lock_while_all_is_computed_and_leaves_nothing_wrong(
    database: Database, rankers: Rankers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = rankers.join()
    rankers.results.record(some_games(Random("ban"), [ann], 20))  # noqa: S311  nothing in a test is secret
    right = rows(database)
    rankers.players.ban(ann)
    execute(database, SPOILT["digests that are wrong"])
    found: list[bool] = []

    def look(*given: Any) -> Reckoning:
        found.append(is_locked(database, ann))
        return reckon(*given)

    monkeypatch.setattr(mending, "reckon", look)
    rankers.players.unban(ann)
    assert found == [False]
    assert rows(database) == right
    assert rankers.players.banned_at(ann) is None


def test_a_win_that_comes_while_all_is_computed_is_not_taken_away_again(
    database: Database, rankers: Rankers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = rankers.join(), rankers.join()
    rankers.results.record_races([run(ann, bob, forfeits=[bob]).race])
    computed: list[Reckoning] = []

    def look(connection: Connection, *given: Any) -> Reckoning:
        computed.append(reckon(connection, *given))
        if len(computed) == 1:
            rankers.results.record_races([run(ann, bob, number=1, at=NOON + 1, forfeits=[bob]).race])
        return computed[-1]

    monkeypatch.setattr(mending, "reckon", look)
    PostgresUpkeep(database).rebuild()
    assert len(computed) == 2
    assert rankers.statistics.of(ann).bests[0].value == 2
    assert list(PostgresUpkeep(database).check()) == []


def is_locked(database: Database, player_id: str) -> bool:
    """Whether some transaction holds a player so that no results could be recorded."""
    query = text("SELECT FROM players WHERE id = :id FOR NO KEY UPDATE SKIP LOCKED")
    with database.transaction() as connection:
        return connection.execute(query, {"id": player_id}).first() is None


def test_a_check_that_waits_for_a_month_to_be_put_away_knows_of_it(database: Database, rankers: Rankers) -> None:
    rankers.join()
    with ThreadPoolExecutor(1) as workers:
        with database.transaction() as operator:
            note_detached(operator, Month.parse("2020-01"))
            work = workers.submit(lambda: list(PostgresUpkeep(database).check()))
            while not waits(database):
                assert not work.done()
        with pytest.raises(MonthsDetached):
            work.result()
