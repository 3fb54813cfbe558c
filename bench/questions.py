"""What is asked of a leaderboard in `bench.scale`, and how long Postgres takes for it."""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle, islice
from statistics import median, median_high, quantiles
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import Engine, event, text

from bench.lists import VARIANT, some_players
from service.play.errors import NotRanked
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
TIMES = 200
"""How often a question is asked, each time of another player or page."""

HEADINGS = """\
| board | players | question | pages touched | first p50 | p99 | again p50 | p99 | with the adapter p50 | p99 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""
"""Of the rows that `Questions.measured` makes: first, whatever is not in shared buffers is fetched into them; again,
it is there; both are Postgres alone, and after them comes the way through SQLAlchemy and the service's adapter."""

_WARMING = 20


class Questions:
    """Asks through the service's own adapter once, and times the statements that this makes on their own."""

    def __init__(self, url: str) -> None:
        self._database = Database(url, timeout_ms=600_000)
        self._boards = PostgresLeaderboards(self._database)
        plain_url = url.replace("postgresql+psycopg://", "postgresql://")
        as_the_service = "-c plan_cache_mode=force_custom_plan"
        self._alone = psycopg.connect(plain_url, autocommit=True, prepare_threshold=1, options=as_the_service)

    def close(self) -> None:
        """Close the connections."""
        self._alone.close()
        self._database.close()

    def measured(self, board: Board, size: int) -> Iterator[tuple[str, int, *tuple[list[float], ...]]]:
        """Each question, the pages that it touches, and its milliseconds in the three ways of `HEADINGS`."""
        with self._database.transaction() as connection:
            players = some_players(connection, TIMES, size)
        yield "place", *self._timed([self._place(board, player) for player in players])
        yield f"around, {WINDOW} on each side", *self._timed([self._around(board, player) for player in players])
        for depth in DEPTHS:
            keys = self._keys(board, int(size * depth))
            yield f"page of {PAGE} at {depth:.1%}", *self._timed([self._page(board, key) for key in keys])

    def plans(self, board: Board, size: int) -> Iterator[str]:
        """The plans of a place, of a player's neighbours, and of a page in the middle."""
        with self._database.transaction() as connection:
            [player] = some_players(connection, 1, size)
        page = self._page(board, self._keys(board, size // 2)[0])
        asks = self._place(board, player), self._around(board, player), page
        for statement, parameters in map(self._statement, asks):
            rows = self._answer(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {statement}", parameters)
            yield "\n".join(row[0] for row in rows)

    def _timed(self, asks: list[Ask]) -> tuple[int, *tuple[list[float], ...]]:
        statements = [self._statement(ask) for ask in asks]
        alone = [partial(self._answer, *one) for one in statements]
        times = [[_milliseconds(ask) for ask in way][_WARMING:] for way in (alone, alone, asks)]
        pages = median_high(self._pages(*one) for one in statements[:11])
        return pages, *times

    def _pages(self, statement: str, parameters: Any) -> int:
        """How many pages of tables and indexes Postgres looks at, which no other load can change."""
        [[[plan]]] = self._answer(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", parameters)
        return int(plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"])

    def _answer(self, statement: str, parameters: Any) -> list[Any]:
        return self._alone.execute(statement.encode(), parameters).fetchall()

    def _statement(self, ask: Ask) -> Statement:
        """The one statement that a question makes; none of what it asks for is touched yet."""
        with _overheard() as said, suppress(NotRanked):
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
        at = text(
            """SELECT sort_order, (extract(epoch FROM achieved_at) * 1000)::bigint, player_id::text FROM standings
            WHERE (board, variant, period, start) = (:board, :variant, 'all', '1970-01-01')
            ORDER BY sort_order, achieved_at, player_id OFFSET :depth LIMIT :rows"""
        )
        words = {"board": board.name, "variant": VARIANT, "depth": depth - 1, "rows": TIMES * PAGE}
        with self._database.transaction() as connection:
            rows = connection.execute(at, words).all()
        return list(islice(cycle((row[0], row[1], row[2]) for row in rows[::PAGE]), TIMES))


def p50_p99(times: list[float]) -> tuple[float, float]:
    """The median, and what one in a hundred exceeds."""
    return median(times), quantiles(times, n=100)[98]


def _milliseconds(ask: Ask) -> float:
    start = time.perf_counter()
    ask()
    return (time.perf_counter() - start) * 1000


@contextmanager
def _overheard() -> Iterator[list[Statement]]:
    """Everything that SQLAlchemy says to Postgres meanwhile; asked for none of the rows, that does nothing."""
    said: list[Statement] = []

    def listen(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> tuple[str, Any]:
        said.append((statement, parameters))
        return f"SELECT * FROM ({statement}) AS asked LIMIT 0", parameters

    event.listen(Engine, "before_cursor_execute", listen, retval=True)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
