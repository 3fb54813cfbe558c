"""The leaderboards as they are read: every question is one statement, and so sees one state of things."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Double,
    SmallInteger,
    and_,
    bindparam,
    cast,
    func,
    literal,
    select,
    tuple_,
    union_all,
)

from service.play.boards import Place
from service.play.errors import NotRanked
from service.play.identity import is_id
from service.play.players import Player
from service.play.standings import Ranking, Standing
from service.storage.postgres.levels import EVERYONE, SPREAD
from service.storage.postgres.lists import LIST
from service.storage.postgres.standing_tables import standing_counts, standings
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import CTE, ColumnElement, FromClause, Label, Row, Select

    from service.play.boards import Board
    from service.play.periods import Span
    from service.play.standings import RankKey
    from service.storage.postgres.database import Database

_ONE_LIST = (*LIST, "start")
_SHOWN = tuple(standings.c[name] for name in ("player_id", "value", "sort_order", "achieved_at", "game_id"))
_key = tuple_(standings.c.sort_order, standings.c.achieved_at, standings.c.player_id)
_FORWARD = standings.c.sort_order, standings.c.achieved_at, standings.c.player_id
_BACK = tuple(one.desc() for one in _FORWARD)
_LEAST = literal(-inf, Double)


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
        return Place(row.better + 1, row.equal - 1, row.everyone, row.value, row.sort_order)

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
    mine = _theirs(*_SHOWN)
    my_key = select(*(mine.c[one.name] for one in _FORWARD)).scalar_subquery()
    all_rows = select(*_SHOWN).where(_in_list(standings))
    above = all_rows.where(_key < my_key).order_by(*_BACK).limit(bindparam("window")).cte("above")
    below = all_rows.where(_key > my_key).order_by(*_FORWARD).limit(bindparam("one_more")).cte("below")
    return _placed(union_all(*(select(part) for part in (above, mine, below))).cte("shown"), bucketed=bucketed)


@cache
def _place(*, bucketed: bool) -> Select[Any]:
    mine = _theirs(standings.c.value, standings.c.sort_order)
    return select(
        mine.c.value,
        mine.c.sort_order,
        *_whereabouts(mine, bucketed=bucketed),
        _players(standing_counts.c.level == EVERYONE).label("everyone"),
    )


def _placed(shown: CTE, *, bucketed: bool) -> Select[Any]:
    """The rows with their players, and how many are better than the first of them or equal to it."""
    first = select(func.min(shown.c.sort_order).label("sort_order")).cte("first")
    return (
        select(shown, players.c.display_name, players.c.created_at, *_whereabouts(first, bucketed=bucketed))
        .join(players, players.c.id == shown.c.player_id)
        .order_by(shown.c.sort_order, shown.c.achieved_at, shown.c.player_id)
    )


def _whereabouts(one: CTE, *, bucketed: bool) -> tuple[Label[int], Label[int]]:
    """How many players have a smaller order than the one row of this, and how many have the same."""
    equal = select(one.c.sort_order).scalar_subquery()
    at_it = standing_counts.c.level == 0, standing_counts.c.bucket == equal
    return _better(one, bucketed=bucketed).label("better"), _players(*at_it).label("equal")


def _better(one: CTE, *, bucketed: bool) -> ColumnElement[int]:
    """How many players have a smaller order: see `levels`. Widths are powers of two, so borders are exact."""
    # A union, because SQLAlchemy would compile VALUES with expressions in them anew for every question.
    some = (select(*columns) for columns in _spans(one.c.sort_order, bucketed=bucketed))
    spans = union_all(*some).subquery("spans")
    bucket = standing_counts.c.bucket
    within = standing_counts.c.level == spans.c.level, spans.c.low <= bucket, bucket < spans.c.high
    return select(_sum(_players(*within))).select_from(spans).scalar_subquery()


def _spans(order: ColumnElement[float], *, bucketed: bool) -> list[tuple[ColumnElement[Any], ...]]:
    """The levels with the buckets there, from the low to below the high, that together hold all smaller orders."""
    if not bucketed:
        return [_span(0, _LEAST, order)]
    width = bindparam("width", type_=standings.c.value.type)
    fine = func.floor(order / width)
    coarse = func.floor(fine / SPREAD)
    coarsest = func.floor(coarse / SPREAD)
    return [
        _span(3, _LEAST, coarsest),
        _span(2, coarsest * SPREAD, coarse),
        _span(1, coarse * SPREAD, fine),
        _span(0, fine * width, order),
    ]


def _span(level: int, low: ColumnElement[float], high: ColumnElement[float]) -> tuple[ColumnElement[Any], ...]:
    return literal(level, SmallInteger).label("level"), low.label("low"), high.label("high")


def _players(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    """How many players the list's counts of which all this is true come to."""
    return select(_sum(standing_counts.c.players)).where(_in_list(standing_counts), *conditions).scalar_subquery()


def _sum(numbers: ColumnElement[int]) -> ColumnElement[int]:
    return func.coalesce(cast(func.sum(numbers), BigInteger), 0)


def _in_list(table: FromClause) -> ColumnElement[bool]:
    return and_(*(table.c[name] == bindparam(name, type_=table.c[name].type) for name in _ONE_LIST))


def _theirs(*columns: ColumnElement[Any]) -> CTE:
    """The one row of a player in a list. Without a limit Postgres expects several of whoever stands in many lists."""
    is_theirs = standings.c.player_id == bindparam("player_id", type_=standings.c.player_id.type)
    return select(*columns).where(_in_list(standings), is_theirs).limit(1).cte("mine")


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
