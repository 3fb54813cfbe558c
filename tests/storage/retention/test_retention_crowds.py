"""Lists that have passed away are removed while others hold them, change them, read and record beside them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from service.play.boards import BOARDS
from service.play.days import day_at
from service.play.errors import NotRanked
from service.play.periods import PERIODS, span_at
from service.storage.postgres import Database, PostgresResults, PostgresRetention, PostgresUpkeep, retention
from tests.ranked import NOON, Rankers
from tests.storage.passing import SINCE, TODAY, kept, long_ago, purge_all, starts
from tests.storage.test_postgres_leaderboards import some_games

if TYPE_CHECKING:
    from concurrent.futures import Future

    import pytest


def test_what_somebody_holds_is_passed_over_and_goes_another_time(
    database: Database, rankers: Rankers, purger: PostgresRetention
) -> None:
    random = Random("held")  # noqa: S311  nothing in a test is secret
    ann, bob = rankers.join(), rankers.join()
    rankers.results.record(long_ago(random, [ann, bob], 40))
    with database.transaction() as holder:
        for table in ("standings", "digests"):
            holder.execute(text(f"SELECT FROM {table} WHERE player_id = :ann FOR UPDATE"), {"ann": ann})
        counts = holder.execute(text("SELECT FROM standing_counts WHERE bucket < 0 FOR UPDATE")).rowcount
        purge_all(purger)
        for table in ("standings", "digests"):
            assert holders(database, table) == {ann}
    purge_all(purger)
    assert counts
    assert starts(database, "digests")["day"] == starts(database, "standing_counts")["day"] == set()


def holders(database: Database, table: str) -> set[str]:
    """The players who have rows of days."""
    with database.transaction() as connection:
        return set(connection.scalars(text(f"SELECT player_id::text FROM {table} WHERE period = 'day'")))  # noqa: S608  our own names


def test_a_purge_meets_everyone_else_and_the_books_stay_right(
    database: Database, rankers: Rankers, purger: PostgresRetention, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "ROWS_AT_A_TIME", 5)
    random = Random("everyone")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(10)]
    rankers.results.record(long_ago(random, crowd, 120))
    games, done = some_games(random, crowd, 120), Event()

    def purge() -> None:
        while purger.purge(TODAY) or not done.is_set():
            pass

    def disturb(player_id: str) -> None:
        rankers.players.ban(player_id)
        rankers.players.unban(player_id)
        if crowd.index(player_id) % 2:
            rankers.players.erase(player_id)

    def rebuild() -> None:
        PostgresUpkeep(database, SINCE).rebuild()

    def read(player_id: str) -> None:
        for period in PERIODS:
            span = span_at(period, day_at(NOON))
            rankers.boards.page(BOARDS["score"], "standard", span, None, 100)
            with suppress(NotRanked):
                rankers.boards.around(BOARDS["score"], "standard", span, player_id, 5)

    with ThreadPoolExecutor(10) as workers:
        purging = [workers.submit(purge) for _ in range(2)]
        works: list[Future[Any]] = [
            workers.submit(PostgresResults(database).record, games[at : at + 10]) for at in range(0, len(games), 10)
        ]
        works += [workers.submit(disturb, player_id) for player_id in crowd]
        works += [workers.submit(read, player_id) for player_id in crowd]
        works.append(workers.submit(rebuild))
        wait(works)
        done.set()
    assert [work.exception() for work in [*purging, *works]] == [None] * (len(works) + 2)
    purge_all(purger)
    for table in ("standings", "standing_counts", "digests"):
        left = starts(database, table)
        assert left == {period: kept(period, left[period]) for period in PERIODS}
    assert list(PostgresUpkeep(database, SINCE).check()) == []
