"""The leaderboards as they are read: every question is one statement, and so sees one state of things."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, and_, bindparam, cast, func, select, tuple_, union_all

from service.play.boards import Place
from service.play.errors import NotRanked
from service.play.identity import is_id
from service.play.players import Player
from service.play.standings import Ranking, Standing
from service.storage.postgres.levels import SPREAD
from service.storage.postgres.standing_tables import standing_counts, standings
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import ColumnElement, FromClause, Row, Select

    from service.play.boards import Board
    from service.play.periods import Span
    from service.play.standings import RankKey
    from service.storage.postgres.database import Database

_LIST = "board", "variant", "period", "start"
_SHOWN = tuple(standings.c[name] for name in ("player_id", "value", "sort_order", "achieved_at", "game_id"))
_key = tuple_(standings.c.sort_order, standings.c.achieved_at, standings.c.player_id)
_FORWARD = standings.c.sort_order, standings.c.achieved_at, standings.c.player_id
_BACK = tuple(one.desc() for one in _FORWARD)


class PostgresLeaderboards:
    """The port `Leaderboards` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, board: Board, variant: str, span: Span, after: RankKey | None, limit: int) -> Ranking:
        """See the port."""
        statement = _page(bucketed=board.bucket is not None, continued=after is not None)
        words = dict(zip(("sort_order", "achieved_at", "player_id"), after or (), strict=False))
        rows = self._ask(statement, board, variant, span, limit=limit + 1, **words)
        return _ranking(rows, limit)

    def around(self, board: Board, variant: str, span: Span, player_id: str, window: int) -> Ranking:
        """See the port."""
        rows: Sequence[Row[Any]] = ()
        if is_id(player_id):
            statement = _around(bucketed=board.bucket is not None)
            rows = self._ask(statement, board, variant, span, player_id=player_id, window=window, one_more=window + 1)
        if not rows:
            raise NotRanked(player_id)
        mine = next(at for at, row in enumerate(rows) if row.player_id == player_id)
        return _ranking(rows, mine + 1 + window)

    def place(self, board: Board, variant: str, span: Span, player_id: str) -> Place:
        """See the port."""
        rows: Sequence[Row[Any]] = ()
        if is_id(player_id):
            statement = _place(bucketed=board.bucket is not None)
            rows = self._ask(statement, board, variant, span, player_id=player_id)
        if not rows:
            raise NotRanked(player_id)
        [row] = rows
        return Place(row.better + 1, row.equal - 1, row.everyone, row.value)

    def _ask(self, statement: Select[Any], board: Board, variant: str, span: Span, **words: object) -> list[Row[Any]]:
        known = {"board": board.name, "variant": variant, "period": span.period, "start": span.start}
        if board.bucket is not None:
            known["width"] = board.bucket
        with self._database.transaction() as connection:
            return list(connection.execute(statement, known | words))


@cache
def _page(*, bucketed: bool, continued: bool) -> Select[Any]:
    rows = select(*_SHOWN).where(_in_list(standings)).order_by(*_FORWARD).limit(bindparam("limit"))
    if continued:
        after = tuple_(*(bindparam(one.name, type_=one.type) for one in _FORWARD))
        rows = rows.where(after < _key)
    return _placed(rows.cte("shown"), bucketed=bucketed)


@cache
def _around(*, bucketed: bool) -> Select[Any]:
    mine = select(*_SHOWN).where(_in_list(standings), _is_theirs()).cte("mine")
    key = tuple_(*(select(mine.c[one.name]).scalar_subquery() for one in _FORWARD))
    all_rows = select(*_SHOWN).where(_in_list(standings))
    above = all_rows.where(key > _key).order_by(*_BACK).limit(bindparam("window")).cte("above")
    below = all_rows.where(key < _key).order_by(*_FORWARD).limit(bindparam("one_more")).cte("below")
    return _placed(union_all(*(select(part) for part in (above, mine, below))).cte("shown"), bucketed=bucketed)


@cache
def _place(*, bucketed: bool) -> Select[Any]:
    mine = select(*_SHOWN).where(_in_list(standings), _is_theirs()).cte("mine")
    order = select(mine.c.sort_order).scalar_subquery()
    top_level = 2 if bucketed else 0
    return select(
        mine.c.value,
        _better(order, bucketed=bucketed).label("better"),
        _players(0, standing_counts.c.bucket == order).label("equal"),
        _players(top_level).label("everyone"),
    )


def _placed(shown: FromClause, *, bucketed: bool) -> Select[Any]:
    """The rows with their players, and how many are better than the first of them or equal to it."""
    inward = shown.c.sort_order, shown.c.achieved_at, shown.c.player_id
    first = select(shown.c.sort_order).order_by(*inward).limit(1).scalar_subquery()
    return (
        select(
            shown,
            players.c.display_name,
            players.c.created_at,
            _better(first, bucketed=bucketed).label("better"),
            _players(0, standing_counts.c.bucket == first).label("equal"),
        )
        .join(players, players.c.id == shown.c.player_id)
        .order_by(*inward)
    )


def _better(order: ColumnElement[float], *, bucketed: bool) -> ColumnElement[int]:
    """How many players have a smaller order: see `levels`. Widths are powers of two, so borders are exact."""
    bucket = standing_counts.c.bucket
    if not bucketed:
        return _players(0, bucket < order)
    width = bindparam("width", type_=standings.c.value.type)
    fine = func.floor(order / width)
    coarse = func.floor(fine / SPREAD)
    return (
        _players(2, bucket < coarse)
        + _players(1, bucket >= coarse * SPREAD, bucket < fine)
        + _players(0, bucket >= fine * width, bucket < order)
    )


def _players(level: int, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    counted = func.coalesce(cast(func.sum(standing_counts.c.players), BigInteger), 0)
    chosen = select(counted).where(_in_list(standing_counts), standing_counts.c.level == level, *conditions)
    return chosen.scalar_subquery()


def _in_list(table: FromClause) -> ColumnElement[bool]:
    return and_(*(table.c[name] == bindparam(name, type_=table.c[name].type) for name in _LIST))


def _is_theirs() -> ColumnElement[bool]:
    return standings.c.player_id == bindparam("player_id", type_=standings.c.player_id.type)


def _ranking(rows: Sequence[Row[Any]], limit: int) -> Ranking:
    """Up to so many of the rows; one more only tells that there are more."""
    shown = tuple(_standings(rows[:limit]))
    return Ranking(shown, shown[-1].key if len(rows) > limit else None)


def _standings(rows: Sequence[Row[Any]]) -> Iterator[Standing]:
    """Equals share a place. All of the first's count, also those on the page before."""
    for order, group in groupby(rows, lambda row: row.sort_order):
        equals = list(group)
        is_first = equals[0] is rows[0]
        if is_first:
            place, following = rows[0].better + 1, rows[0].better + 1 + rows[0].equal
        else:
            place, following = following, following + len(equals)
        for row in equals:
            player = Player(row.player_id, row.display_name, row.created_at)
            yield Standing(place, player, row.value, order, row.achieved_at, row.game_id)
