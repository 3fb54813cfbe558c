"""Rows that nobody could read are refused by the database, and its refusal is told apart from its absence."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.play.errors import StoreUnavailable
from tests.ranked import Rankers, postgres_rankers
from tests.storage.test_postgres_leaderboards import some_games

if TYPE_CHECKING:
    from service.storage.postgres import Database


def spoiling(table: str, column: str, value: str) -> tuple[str, str]:
    """A constraint, and a statement that it refuses."""
    return f"ck_{table}_{column}", f"UPDATE {table} SET {column} = '{value}'"  # noqa: S608  our own names


ILLEGAL = [
    *(
        spoiling(table, column, number)
        for table, column in (("standings", "value"), ("standings", "sort_order"), ("standing_counts", "bucket"))
        for number in ("NaN", "Infinity", "-Infinity")
    ),
    *(
        spoiling(table, "start", day)
        for table in ("standings", "standing_counts", "digests")
        for day in ("infinity", "-infinity", "10000-01-01", "0001-01-01 BC")
    ),
    *(spoiling(table, "period", "year") for table in ("standings", "standing_counts", "digests")),
    spoiling("standings", "achieved_at", "infinity"),
    spoiling("standing_counts", "level", "5"),
    spoiling("standing_counts", "level", "-1"),
    ("ck_daily_fates_day", "INSERT INTO daily_fates VALUES ('infinity', 'standard', 4)"),
    *(
        spoiling("digests", "body", body)
        for body in ("{}", "[]", "null", "7", '"x"', f"[{', '.join(['null'] * 12)}]", f"[{', '.join(['7'] * 12)}]")
    ),
    ("ck_digests_body", "UPDATE digests SET body = body - 11"),
    ("ck_digests_body", "UPDATE digests SET body = jsonb_set(body, '{9}', '3')"),
]


@pytest.fixture
def ranked(database: Database) -> Rankers:
    rankers = postgres_rankers(database)
    rankers.results.record(some_games(Random("refused"), [rankers.join()], 20))  # noqa: S311  nothing in a test is secret
    return rankers


@pytest.mark.parametrize(("constraint", "statement"), ILLEGAL)
@pytest.mark.usefixtures("ranked")
def test_what_nobody_could_read_is_refused(database: Database, constraint: str, statement: str) -> None:
    with pytest.raises(StoreUnavailable) as refused, database.transaction() as connection:
        connection.execute(text(statement))
    assert f'violates check constraint "{constraint}"' in str(refused.value.refusal)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("SELECT nothing", 'column "nothing" does not exist'),
        ("SELECT 1 / 0", "division by zero"),
        ("SELECT date '10000-01-01'", "date too large"),
    ],
)
def test_a_refusal_says_what_was_refused(database: Database, statement: str, said: str) -> None:
    with pytest.raises(StoreUnavailable) as refused, database.transaction() as connection:
        connection.execute(text(statement)).all()
    assert said in str(refused.value.refusal)


@pytest.mark.usefixtures("ranked")
def test_a_refusal_tells_nothing_of_what_rows_hold(database: Database) -> None:
    with pytest.raises(StoreUnavailable) as refused, database.transaction() as connection:
        connection.execute(text("UPDATE players SET display_name = 'a name' || repeat('x', 40)"))
    assert "a name" not in str(refused.value.refusal)


def test_what_may_pass_with_time_is_no_refusal(database: Database) -> None:
    with pytest.raises(StoreUnavailable) as late, database.transaction() as connection:
        connection.execute(text("SELECT pg_sleep(5), set_config('statement_timeout', '1', true)"))
    assert late.value.refusal is None
