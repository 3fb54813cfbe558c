"""What is asked of a leaderboard in `bench.scale`, and how long Postgres takes for it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from statistics import median, median_high, quantiles
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import Engine, event, text

from bench.lists import VARIANT, some_players
from service.play.periods import EPOCH, Span
from service.storage.postgres import Database, PostgresLeaderboards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.play.boards import Board
    from service.play.standings import RankKey

    Ask = Callable[[], object]
    Statement = tuple[str, Any]

ALL_TIME = Span("all", EPOCH)
DEPTHS = (0.0, 0.1, 0.5, 0.9, 0.999)
PAGE, WINDOW = 50, 5
TIMES = 100
"""How often a question is asked, each time of another player or page."""


class Questions:
    """Asks through the service's own adapter once, and times the statements that this makes on their own."""

    def __init__(self, url: str, sqlalchemy_url: str) -> None:
        self._database = Database(sqlalchemy_url, timeout_ms=600_000)
        self._boards = PostgresLeaderboards(self._database)
        self._alone = psycopg.connect(url, autocommit=True, prepare_threshold=1)

    def close(self) -> None:
        """Close the connections."""
        self._alone.close()
        self._database.close()

    def measured(self, board: Board, size: int) -> Iterator[tuple[str, int, list[float], list[float]]]:
        """Each question, the pages that it touches, and its milliseconds: Postgres alone, and with the adapter."""
        with self._database.transaction() as connection:
            players = some_players(connection, TIMES, size)
        yield "place", *self._timed([self._place(board, player) for player in players])
        yield f"around, {WINDOW} on each side", *self._timed([self._around(board, player) for player in players])
        for depth in DEPTHS:
            keys = self._keys(board, int(size * depth))
            yield f"page of {PAGE} at {depth:.1%}", *self._timed([self._page(board, key) for key in keys])

    def plans(self, board: Board, size: int) -> Iterator[str]:
        """The plans of a place and of a page in the middle."""
        with self._database.transaction() as connection:
            [player] = some_players(connection, 1, size)
        asks = self._place(board, player), self._page(board, self._keys(board, size // 2)[0])
        for statement, parameters in map(self._statement, asks):
            rows = self._answer(f"EXPLAIN (ANALYZE, BUFFERS) {statement}", parameters)
            yield "\n".join(row[0] for row in rows)

    def _timed(self, asks: list[Ask]) -> tuple[int, list[float], list[float]]:
        statements = [self._statement(ask) for ask in asks]
        alone = [_milliseconds(partial(self._answer, *one)) for one in statements]
        pages = median_high(self._pages(*one) for one in statements[:11])
        return pages, alone[10:], [_milliseconds(ask) for ask in asks][10:]

    def _pages(self, statement: str, parameters: Any) -> int:
        """How many pages of tables and indexes Postgres looks at, which no other load can change."""
        [[[plan]]] = self._answer(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", parameters)
        return int(plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"])

    def _answer(self, statement: str, parameters: Any) -> list[Any]:
        return self._alone.execute(statement.encode(), parameters).fetchall()

    def _statement(self, ask: Ask) -> Statement:
        """The one statement that a question makes."""
        with _overheard() as said:
            ask()
        [statement] = said
        return statement

    def _place(self, board: Board, player: str) -> Ask:
        return lambda: self._boards.place(board, VARIANT, ALL_TIME, player)

    def _around(self, board: Board, player: str) -> Ask:
        return lambda: self._boards.around(board, VARIANT, ALL_TIME, player, WINDOW)

    def _page(self, board: Board, key: RankKey | None) -> Ask:
        return lambda: self._boards.page(board, VARIANT, ALL_TIME, key, PAGE)

    def _keys(self, board: Board, depth: int) -> list[RankKey | None]:
        """The keys of page after page from this depth on, over and over; the first of all pages has none."""
        if not depth:
            return [None] * TIMES
        with self._database.transaction() as connection:
            at = text(
                """SELECT sort_order, (extract(epoch FROM achieved_at) * 1000)::bigint, player_id::text FROM standings
                WHERE (board, variant, period, start) = (:board, :variant, 'all', '1970-01-01')
                ORDER BY sort_order, achieved_at, player_id OFFSET :depth LIMIT 1"""
            )
            row = connection.execute(at, {"board": board.name, "variant": VARIANT, "depth": depth - 1}).one()
        keys: list[RankKey | None] = [(row[0], row[1], row[2])]
        while len(keys) < TIMES and keys[-1] is not None:
            keys.append(self._boards.page(board, VARIANT, ALL_TIME, keys[-1], PAGE).next)
        return list(islice(cycle(key for key in keys if key is not None), TIMES))


def p50_p99(times: list[float]) -> tuple[float, float]:
    """The median, and what one in a hundred exceeds."""
    return median(times), quantiles(times, n=100)[98]


def _milliseconds(ask: Ask) -> float:
    start = time.perf_counter()
    ask()
    return (time.perf_counter() - start) * 1000


@contextmanager
def _overheard() -> Iterator[list[Statement]]:
    """Everything that SQLAlchemy says to Postgres meanwhile."""
    said: list[Statement] = []

    def listen(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        said.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
