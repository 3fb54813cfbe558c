"""What is asked of the boards is answered from indexes alone, however many players there are and wherever one looks.

Small tables are read as a whole however good the indexes are, so these have ten thousands of rows.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Engine, event, select, text

from service.play.boards import BOARDS
from service.play.periods import EPOCH, Span
from service.storage.postgres import Database, PostgresLeaderboards, migrate
from service.storage.postgres.levels import SPREAD
from service.storage.postgres.standing_tables import standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection

    from service.play.boards import Board
    from service.play.standings import RankKey

PLAYERS = 20_000
MOST_ROWS = 1_000
"""That any step of a plan may come upon: some pages of counts, far from the players that there are."""

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
            SELECT id, 'fastest_clear', 20000 + mod(abs(hashtext(id::text)), 600000)::double precision FROM players
        ) AS made;
    INSERT INTO standing_counts
        SELECT board, variant, period, start, 0, sort_order, count(*) FROM standings GROUP BY 1, 2, 3, 4, 6;
    INSERT INTO standing_counts
        SELECT board, variant, period, start, 1, floor(sort_order / :bucket), count(*)
        FROM standings WHERE board = 'fastest_clear' GROUP BY 1, 2, 3, 4, 6;
    INSERT INTO standing_counts
        SELECT board, variant, period, start, 2, floor(floor(sort_order / :bucket) / :spread), count(*)
        FROM standings WHERE board = 'fastest_clear' GROUP BY 1, 2, 3, 4, 6;
    ANALYZE players, standings, standing_counts;
"""


@pytest.fixture
def crowded(own_database_url: str) -> Iterator[Database]:
    """A database of its own, with all these players on both boards."""
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=30_000)
    with database.transaction() as connection:
        for statement in _FILL.split(";\n"):
            connection.execute(
                text(statement), {"players": PLAYERS, "spread": SPREAD, "bucket": BOARDS["fastest_clear"].bucket}
            )
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
    in_order = select(standings).where(standings.c.board == board.name).offset(depth).limit(1)
    with database.transaction() as connection:
        row = connection.execute(
            in_order.order_by(standings.c.sort_order, standings.c.achieved_at, standings.c.player_id)
        ).one()
    return row.sort_order, row.achieved_at, row.player_id


@contextmanager
def overheard() -> Iterator[list[tuple[str, Any]]]:
    """The statements that SQLAlchemy makes meanwhile, with what is bound in them."""
    said: list[tuple[str, Any]] = []

    def listen(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        said.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", listen)
    yield said
    event.remove(Engine, "before_cursor_execute", listen)


def steps(connection: Connection, ask: Callable[[], object]) -> list[dict[str, Any]]:
    """The steps of the plans by which Postgres answers a question."""
    with overheard() as said:
        ask()
    found = []
    for statement, parameters in said:
        explain = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}"
        [plan] = connection.exec_driver_sql(explain, parameters).scalar_one()
        found += list(flat(plan["Plan"]))
    assert found
    return found


def flat(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for part in step.get("Plans", ()):
        yield from flat(part)


def scans(connection: Connection, ask: Callable[[], object]) -> list[str]:
    """What is read as a whole."""
    return [step["Relation Name"] for step in steps(connection, ask) if step["Node Type"] == "Seq Scan"]


@pytest.mark.parametrize("name", ASKED)
def test_no_table_is_read_as_a_whole_and_no_step_comes_upon_many_rows(crowded: Database, name: str) -> None:
    with crowded.transaction() as connection:
        for asked, ask in questions(crowded, BOARDS[name]):
            assert scans(connection, ask) == [], asked
            most = max(step["Actual Rows"] * step["Actual Loops"] for step in steps(connection, ask))
            assert most <= MOST_ROWS, asked


def test_a_board_that_is_read_as_a_whole_is_noticed(crowded: Database) -> None:
    with crowded.transaction() as connection:
        connection.execute(text("DROP INDEX ix_standings_in_order"))
    ask = dict(questions(crowded, BOARDS["score"]))["first page"]
    with crowded.transaction() as connection:
        assert scans(connection, ask) == ["standings"]
