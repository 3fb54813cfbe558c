"""How many players stand where: rows that always go with those of the standings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sqlalchemy import Double, and_, delete, func, literal, select, text, union_all
from sqlalchemy.dialects.postgresql import insert

from service.play.boards import BOARDS
from service.storage.postgres.bulk import bound, given
from service.storage.postgres.levels import EVERYONE, SPREAD, levels_of
from service.storage.postgres.lists import LIST
from service.storage.postgres.standing_tables import standing_counts, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection, FromClause, Select

    from service.play.boards import Board, Entry, Slot
    from service.play.periods import Period

Count = tuple[Any, ...]
"""The key of a row: board, variant, period, start, level and bucket."""

_WITHIN = "start", "level", "bucket"
_COUNTED = (*LIST, *_WITHIN)
_COLUMNS = tuple(one.name for one in standing_counts.c)

_given = given(standing_counts.c)
_same = and_(*(standing_counts.c[name] == _given.c[name] for name in _COUNTED))
_ADD = insert(standing_counts).from_select(_COLUMNS, select(_given))
_COUNT = _ADD.on_conflict_do_update(
    index_elements=_COUNTED, set_={"players": standing_counts.c.players + _ADD.excluded.players}
)
_FORGET = delete(standing_counts).where(_same, standing_counts.c.players == 0)


def moves(old: Mapping[Slot, Entry], new: Mapping[Slot, Entry]) -> Mapping[Count, int]:
    """By how much the counts change when what is new takes the place of the old."""
    moved = Counter[Count]()
    for slot in old.keys() | new.keys():
        before, after = old.get(slot), new.get(slot)
        if before and after and before.order == after.order:
            continue
        for count in _counts(before) if before else ():
            moved[count] -= 1
        for count in _counts(after) if after else ():
            moved[count] += 1
    return moved


def change_counts(connection: Connection, moved: Mapping[Count, int]) -> None:
    """Change counts by so much; a count of nobody is no row. The rows are taken in the order of their keys."""
    rows = [(*count, players) for count, players in sorted(moved.items()) if players]
    if rows:
        connection.execute(_COUNT, bound(standing_counts.c, rows))
    fewer = [row for row in rows if row[-1] < 0]
    if fewer:
        connection.execute(_FORGET, bound(standing_counts.c, fewer))


def miscounted(connection: Connection, board: Board, variant: str, period: Period) -> dict[Count, int]:
    """By how much counts differ from what the standings say, in one statement, and so at one moment."""
    names = board.name, variant, period
    right = union_all(*(_counted(names, level, bucket) for level, bucket in _buckets(board))).subquery()
    stored = select(standing_counts).where(*_in_list(standing_counts, names)).subquery()
    key = [func.coalesce(right.c[name], stored.c[name]).label(name) for name in _WITHIN]
    lacking = func.coalesce(right.c.players, 0) - func.coalesce(stored.c.players, 0)
    both = right.join(stored, and_(*(right.c[name] == stored.c[name] for name in _WITHIN)), full=True)
    rows = connection.execute(select(*key, lacking.label("lacking")).select_from(both).where(lacking != 0))
    return {(*names, row.start, row.level, row.bucket): row.lacking for row in rows}


def mend_counts(connection: Connection, board: Board, variant: str, period: Period) -> None:
    """Make counts what the standings say. Whoever records results waits here, and then counts on top of that."""
    connection.execute(text("LOCK TABLE standing_counts IN SHARE ROW EXCLUSIVE MODE"))
    change_counts(connection, miscounted(connection, board, variant, period))
    # Where less than nobody was counted, mending has left nobody.
    listed = _in_list(standing_counts, (board.name, variant, period))
    connection.execute(delete(standing_counts).where(*listed, standing_counts.c.players == 0))


def forget_counts(connection: Connection, board: str, variant: str, period: Period) -> None:
    """Remove all counts of a list."""
    connection.execute(delete(standing_counts).where(*_in_list(standing_counts, (board, variant, period))))


def _buckets(board: Board) -> list[tuple[int, ColumnElement[float]]]:
    """The levels, and what a standing's bucket is there: the same as `levels_of`."""
    order = standings.c.sort_order
    ends: list[tuple[int, ColumnElement[float]]] = [(0, order), (EVERYONE, literal(0.0, Double))]
    if board.bucket is None:
        return ends
    fine = func.floor(order / board.bucket)
    coarse = func.floor(fine / SPREAD)
    return [*ends, (1, fine), (2, coarse), (3, func.floor(coarse / SPREAD))]


def _counted(names: tuple[str, ...], level: int, bucket: ColumnElement[float]) -> Select[*tuple[Any, ...]]:
    """How many standings there are of each start and bucket."""
    shown = standings.c.start, literal(level).label("level"), bucket.label("bucket"), func.count().label("players")
    return select(*shown).where(*_in_list(standings, names)).group_by(standings.c.start, bucket)


def _in_list(table: FromClause, names: tuple[str, ...]) -> list[ColumnElement[bool]]:
    return [table.c[column] == name for column, name in zip(LIST, names, strict=True)]


def _counts(entry: Entry) -> list[Count]:
    """Nothing of a board that there is not."""
    if entry.board not in BOARDS:
        return []
    key = entry.board, entry.variant, entry.span.period, entry.span.start
    return [(*key, level, bucket) for level, bucket in levels_of(BOARDS[entry.board], entry.order)]
