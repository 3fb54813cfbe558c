"""What depends on results that have been put away, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, text

from service.play.errors import MonthsDetached, ResultDetached
from service.storage.postgres.partitions import Month
from service.storage.postgres.tables import detached_months

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import Connection, Select

# The table itself is locked: no other statement can be waited for before the transaction's one snapshot is taken.
_SHARE = text(f"LOCK TABLE {detached_months.name} IN ROW SHARE MODE")
_HOLD = text(f"LOCK TABLE {detached_months.name} IN EXCLUSIVE MODE")


def require_all_months(connection: Connection) -> None:
    """`MonthsDetached` if results of some months are put away; else they stay until the transaction ends.

    In a transaction that sees one state of everything this comes first, so that it sees what was waited for.
    """
    connection.execute(_SHARE)
    months = connection.scalars(select(detached_months.c.first).order_by(detached_months.c.first)).all()
    if months:
        raise MonthsDetached(months)


def note_detached(connection: Connection, month: Month) -> None:
    """Note that a month is put away, once nobody needs all results any more."""
    connection.execute(_HOLD)
    if connection.scalar(_noted(month)) is None:
        connection.execute(insert(detached_months).values(first=month.start.date()))


def refuse_detached(connection: Connection, game_id: str) -> None:
    """`ResultDetached` if the result of a game with this id would be among those that are put away."""
    try:
        noted = _noted(Month.of(game_id))
    except ValueError:
        return  # no month of any calendar
    month = connection.scalar(noted)
    if month is not None:
        raise ResultDetached(game_id, month)


def _noted(month: Month) -> Select[date]:
    return select(detached_months.c.first).where(detached_months.c.first == month.start.date())
