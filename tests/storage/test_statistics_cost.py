"""A profile costs the same however many games a player has had, and on however many days, banned or not."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.play.retention import kept_since
from service.storage.postgres import Database, PostgresStatistics, migrate
from tests.ranked import NOON, Rankers, postgres_rankers, ranked_game
from tests.storage.plans import steps

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = 150
DAYS = 20_000
MOST_ROWS = 100
"""That any step may come upon: a profile has no more of all time than boards and variants."""

_MANY_DAYS = """
    INSERT INTO digests (player_id, variant, period, start, body)
        SELECT player_id, variant, 'day', date '1900-01-01' + n, body
        FROM digests, generate_series(1, :days) AS n WHERE period = 'all';
    INSERT INTO standings (player_id, board, variant, period, start, value, sort_order, achieved_at, game_id)
        SELECT player_id, board, variant, 'day', date '1900-01-01' + n, value, sort_order, achieved_at, game_id
        FROM standings, generate_series(1, :days) AS n WHERE period = 'all' AND board = 'score';
    INSERT INTO standings (player_id, board, variant, period, start, value, sort_order, achieved_at, game_id)
        SELECT player_id, 'daily', variants, 'day', current_date - n, 9000 - n, 9000 - n, achieved_at, game_id
        FROM standings, generate_series(0, :days) AS n, unnest(ARRAY['standard', 'watch', 'perpetual']) AS variants
        WHERE period = 'all' AND board = 'score' AND n < 400;
    ANALYZE players, results, digests, standings;
"""


@pytest.fixture
def database(own_database_url: str) -> Iterator[Database]:
    """A database of its own."""
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=30_000)
    yield database
    database.close()


@pytest.fixture
def rankers(database: Database) -> Rankers:
    return postgres_rankers(database)


@pytest.fixture
def veteran(database: Database, rankers: Rankers) -> str:
    """A player of many games, and of many days beside them."""
    player_id = rankers.join()
    rankers.results.record([ranked_game(player_id, at=NOON + number, number=number) for number in range(GAMES)])
    with database.transaction() as connection:
        for statement in _MANY_DAYS.split(";\n"):
            connection.execute(text(statement), {"days": DAYS})
    return player_id


@pytest.mark.parametrize("kept_days", [10, 399])
def test_the_best_daily_is_of_a_day_whose_list_is_kept(database: Database, veteran: str, kept_days: int) -> None:
    with database.transaction() as connection:
        today = connection.execute(text("SELECT CAST(now() AT TIME ZONE 'UTC' AS date)")).scalar_one()
    bests = PostgresStatistics(database, kept_days).of(veteran).bests
    oldest = max(kept_since(today, kept_days), today - timedelta(days=399))
    assert {entry.span.start for entry in bests if entry.board == "daily"} == {oldest}


@pytest.mark.parametrize("banned", [False, True])
def test_no_step_comes_upon_many_rows(database: Database, rankers: Rankers, veteran: str, *, banned: bool) -> None:
    if banned:
        rankers.players.ban(veteran)
    career = rankers.statistics.of(veteran)
    assert (career.digests["standard"].games, bool(career.bests)) == (GAMES, not banned)
    dailies = {entry.variant for entry in career.bests if entry.board == "daily"}
    assert dailies == (set() if banned else {"standard", "watch", "perpetual"})
    with database.transaction() as connection:
        for step in steps(connection, partial(rankers.statistics.of, veteran)):
            looked_at = (step["Actual Rows"] + step.get("Rows Removed by Filter", 0)) * step["Actual Loops"]
            assert looked_at <= MOST_ROWS, step
