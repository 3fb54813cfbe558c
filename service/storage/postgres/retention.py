"""Lists of days and weeks that have passed away are removed: standings, their counts, and digests.

The API refuses them a day before they go, and no result that is still taken can change them: nobody reads or records
what is removed here. Others change all that a player has, so each transaction removes some rows of one table, passes
over those that somebody holds, and waits for none: it cannot take part in a deadlock. Whatever was passed over, or
comes back with a player whose ban is lifted, goes another time.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Integer, and_, any_, bindparam, delete, func, literal_column, select, text, true

from service.play.retention import PASSING, kept_since
from service.storage.postgres.lists import LIST, lists_in
from service.storage.postgres.standing_tables import digests, standing_counts, standings

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import Delete, FromClause, Label, Select, Table

    from service.storage.postgres.database import Database

ROWS_AT_A_TIME = 1000

_MOST = bindparam("most", type_=Integer)
_TODAY = text("SELECT CAST(now() AT TIME ZONE 'UTC' AS date)")
_REFUSED_FIRST = timedelta(days=1)


class PostgresRetention:
    """Keeps lists of days and weeks for so many days."""

    def __init__(self, database: Database, days: int) -> None:
        self._database, self._days = database, days

    def since(self) -> date:
        """The first day whose lists are there, by the database's clock."""
        with self._database.transaction() as connection:
            return kept_since(connection.execute(_TODAY).scalar_one(), self._days)

    def purge(self, today: date) -> int:
        """Remove some rows of lists that have passed away; how many that were."""
        since = kept_since(today - _REFUSED_FIRST, self._days)
        return sum(self._remove(statement, since) for statement in _REMOVE)

    def _remove(self, statement: Delete, since: date) -> int:
        with self._database.transaction() as connection:
            return connection.execute(statement, {"since": since, "most": ROWS_AT_A_TIME}).rowcount


def _remove_from(table: Table, old: Select[Any]) -> Delete:
    """Rows are taken by where they lie, once they are locked."""
    chosen = func.array(old.limit(_MOST).scalar_subquery())
    return delete(table).where(literal_column(f"{table.name}.ctid") == any_(chosen))


def _old_in_lists(table: Table) -> Select[Any]:
    """Rows of lists are found list by list: their index begins with that, and their starts follow."""
    found, one = lists_in(table), table.alias("one")
    same = and_(*(one.c[name] == found.c[name] for name in LIST))
    some = _old(one).where(same).limit(_MOST).lateral("old")
    return select(some.c.place).select_from(found.join(some, true())).where(found.c.period.in_(PASSING))


def _old(one: FromClause) -> Select[Any]:
    """Rows that nobody holds."""
    place: Label[str] = literal_column("one.ctid").label("place")
    old = select(place).select_from(one).where(one.c.start < bindparam("since", type_=one.c.start.type))
    return old.with_for_update(skip_locked=True)


def _old_digests() -> Select[Any]:
    one = digests.alias("one")
    # Spelled out, as in the index that finds them.
    return _old(one).where(one.c.period.in_([literal_column(f"'{period}'") for period in PASSING]))


_REMOVE = (
    _remove_from(standings, _old_in_lists(standings)),
    _remove_from(standing_counts, _old_in_lists(standing_counts)),
    _remove_from(digests, _old_digests()),
)
