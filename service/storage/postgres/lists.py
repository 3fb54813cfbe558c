"""Which lists there are: boards, variants and periods for which there is a row at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import select, true, tuple_

from service.storage.postgres.standing_tables import standing_counts, standings

if TYPE_CHECKING:
    from sqlalchemy import CTE, Connection, Table

    from service.play.periods import Period

LIST = "board", "variant", "period"


def lists_in(table: Table) -> CTE:
    """The lists of a table that has an index beginning with them: one look into it for each, however many rows."""
    names = [table.c[name] for name in LIST]
    found = select(select(*names).order_by(*names).limit(1).subquery()).cte(f"lists_of_{table.name}", recursive=True)
    later = tuple_(*names) > tuple_(*(found.c[name] for name in LIST))
    following = select(*names).where(later).order_by(*names).limit(1).lateral("following")
    return found.union_all(select(following).select_from(found.join(following, true())))


def lists(connection: Connection) -> list[tuple[str, str, Period]]:
    """All that stand or are counted."""
    both = select(lists_in(standings)).union(select(lists_in(standing_counts)))
    return sorted((row.board, row.variant, cast("Period", row.period)) for row in connection.execute(both))
