"""What is asked of the boards is answered from indexes alone, however many players there are and wherever one looks.

Small tables are read as a whole however good the indexes are, so these have ten thousands of rows. Some players take
days for a game, and beside the long lists lie a great many short ones.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from psycopg import ClientCursor, sql
from sqlalchemy import Engine, event, select, text
from sqlalchemy.engine.interfaces import CacheStats

from service.play.boards import BOARDS
from service.play.periods import EPOCH, Span
from service.storage.postgres import Database, PostgresLeaderboards, migrate
from service.storage.postgres.counts import mend_counts
from service.storage.postgres.standing_tables import standings
from tests.storage.plans import overheard, planned, scans, statements, steps, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection

    from service.play.boards import Board
    from service.play.standings import RankKey

PLAYERS = 20_000
MOST_ROWS = 1_000
"""That any step of a plan may come upon: some pages of counts, far from the players that there are."""
MOST_PAGES = 150
"""That a place or some neighbours may touch, however often they were asked for before."""
OFTEN = 12
"""As often as it takes until Postgres may settle on one plan for whatever list: the driver prepares what it has seen
five times, and of that Postgres plans the first five for what is asked."""

ALL_TIME = Span("all", EPOCH)
ASKED = "score", "fastest_clear"
"""A board without buckets and one with them."""

_FILL = """
    INSERT INTO players (id, display_name, secret_digest)
        SELECT ('0190c0de' || lpad(to_hex(n), 4, '0') || '7000800' || lpad(to_hex(n), 13, '0'))::uuid,
            'Player', decode(repeat('00', 32), 'hex')
        FROM generate_series(1, :players) AS n;
    INSERT INTO standings (player_id, board, variant, period, start, value, sort_order, achieved_at, game_id)
        SELECT id, board, 'standard', 'all', '1970-01-01', abs(place), place, '2026-01-01', id
        FROM (
            SELECT id, 'score' AS board, -100 * mod(hashtext(id::text), 50)::double precision AS place FROM players
            UNION ALL
            SELECT id, 'fastest_clear', 20000 + mod(
                abs(hashtext(id::text)), CASE mod(hashtext(id::text), 3) WHEN 0 THEN 600000000 ELSE 600000 END
            )::double precision FROM players
        ) AS made;
    INSERT INTO standings (player_id, board, variant, period, start, value, sort_order, achieved_at, game_id)
        SELECT id, board, 'standard', 'day', date '2020-01-01' + day, 30000, 30000, '2026-01-01', id
        FROM (SELECT id FROM players ORDER BY id LIMIT 20) AS few,
            generate_series(1, 2000) AS day, unnest(ARRAY['score', 'fastest_clear']) AS board;
"""


@pytest.fixture(scope="module")
def crowded_url(module_database_url: str) -> str:
    """Of a database with all these players on both boards, for questions alone."""
    migrate.upgrade(module_database_url)
    database = Database(module_database_url, timeout_ms=30_000)
    with database.transaction() as connection:
        for statement in _FILL.split(";\n"):
            connection.execute(text(statement), {"players": PLAYERS})
        for name in ASKED:
            mend_counts(connection, BOARDS[name], "standard", "all")
            mend_counts(connection, BOARDS[name], "standard", "day")
    with database.statements() as connection:
        connection.execute(text("VACUUM (ANALYZE) players, standings, standing_counts"))
    database.close()
    return module_database_url


@pytest.fixture
def crowded(crowded_url: str) -> Iterator[Database]:
    database = Database(crowded_url, timeout_ms=30_000)
    yield database
    database.close()


@pytest.fixture
def crowded_one_by_one(crowded_url: str) -> Iterator[Database]:
    """Over a single connection."""
    database = Database(crowded_url, timeout_ms=30_000, pool_size=1)
    yield database
    database.close()


def questions(database: Database, board: Board) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that can be asked of a board, at its ends and in the middle."""
    boards, listed = PostgresLeaderboards(database), (board, "standard", ALL_TIME)
    yield "first page", partial(boards.page, *listed, None, 50)
    for depth in (0, PLAYERS // 2, PLAYERS - 2):
        key = key_at(database, board, depth)
        yield f"page after {depth}", partial(boards.page, *listed, key, 50)
        yield f"around {depth}", partial(boards.around, *listed, key[2], 5)
        yield f"place of {depth}", partial(boards.place, *listed, key[2])


def key_at(database: Database, board: Board, depth: int) -> RankKey:
    in_list = standings.c.board == board.name, standings.c.period == ALL_TIME.period
    in_order = select(standings).where(*in_list).offset(depth).limit(1)
    with database.transaction() as connection:
        row = connection.execute(
            in_order.order_by(standings.c.sort_order, standings.c.achieved_at, standings.c.player_id)
        ).one()
    return row.sort_order, row.achieved_at, row.player_id


@contextmanager
def compilings() -> Iterator[list[CacheStats]]:
    """How SQLAlchemy came by the text of each statement that it makes meanwhile."""
    found: list[CacheStats] = []

    def listen(_connection: Any, _cursor: Any, _statement: str, _parameters: Any, context: Any, _many: bool) -> None:
        found.append(context.cache_hit)

    event.listen(Engine, "before_cursor_execute", listen)
    yield found
    event.remove(Engine, "before_cursor_execute", listen)


def settled(connection: Connection, statement: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The plan by which this connection answers what it has prepared, with the pages that it touches."""
    names = dict.fromkeys(re.findall(r"%\((\w+)\)s", statement))
    like = re.sub(r"%\(\w+\)s", "%", statement.replace("%%", "%"))
    prepared = text("SELECT name FROM pg_prepared_statements WHERE statement LIKE :like")
    ask = sql.SQL("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE {}({})").format(
        sql.Identifier(connection.scalars(prepared, {"like": like}).one()),
        sql.SQL(", ").join(sql.Literal(parameters[name]) for name in names),
    )
    driver: Any = connection.connection.driver_connection
    with ClientCursor(driver) as cursor:
        [[[plan]]] = cursor.execute(ask).fetchall()
    return dict(plan["Plan"])


@pytest.mark.parametrize("name", ASKED)
def test_no_table_is_read_as_a_whole_and_no_step_comes_upon_many_rows(crowded: Database, name: str) -> None:
    with crowded.transaction() as connection:
        for asked, ask in questions(crowded, BOARDS[name]):
            made = steps(connection, ask)
            assert scans(made) == [], asked
            assert max(step["Actual Rows"] * step["Actual Loops"] for step in made) <= MOST_ROWS, asked


@pytest.mark.parametrize("question", ["around", "place of"])
def test_what_was_asked_often_is_still_planned_for_the_list_that_is_asked_for(
    crowded_one_by_one: Database, question: str
) -> None:
    board = BOARDS["fastest_clear"]
    ask = dict(questions(crowded_one_by_one, board))[f"{question} {PLAYERS // 2}"]
    with overheard() as said:
        for _ in range(OFTEN):
            ask()
    with crowded_one_by_one.transaction() as connection:
        plan = settled(connection, *said[-1])
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] <= MOST_PAGES


@pytest.mark.parametrize("name", ASKED)
def test_a_question_that_was_asked_before_is_not_compiled_again(crowded: Database, name: str) -> None:
    asks = dict(questions(crowded, BOARDS[name]))
    for ask in asks.values():
        ask()
    for asked, ask in asks.items():
        with compilings() as done:
            ask()
        assert done == [CacheStats.CACHE_HIT], asked


def test_a_board_that_is_read_as_a_whole_is_noticed(crowded: Database) -> None:
    ask = dict(questions(crowded, BOARDS["score"]))["first page"]
    said = statements(ask)
    with without(crowded, "DROP INDEX ix_standings_in_order") as connection:
        assert scans(planned(connection, said)) == ["standings"]
