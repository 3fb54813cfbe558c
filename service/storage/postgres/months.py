"""Months of results put away and brought back, while the service runs.

A month that is detached is a table of its own, which can be dumped and dropped. It is noted first: whatever takes all
results refuses to work from then on. Nothing that is computed from results changes by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from sqlalchemy import delete, func, select, text
from sqlalchemy.exc import IntegrityError

from service.storage.postgres.detached import note_detached
from service.storage.postgres.partitions import ATTACH, Month
from service.storage.postgres.tables import detached_months

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.storage.postgres.database import Database

_LONGEST_GAME = timedelta(days=14)
"""From the instant in a game's id to its end: a week for its commitment, and one to play."""


class MonthRefused(Exception):
    """A month that cannot be put away or brought back; the text says why."""


@dataclass(frozen=True, slots=True)
class MonthOfResults:
    """A month as it lies in the database."""

    month: Month
    state: Literal["attached", "detached", "gone"]
    """Whether it is part of the results, a table beside them, or noted as detached and no table at all."""
    rows: int | None
    """About how many, as the database found when it looked last; None if it has not."""
    size: int
    """Bytes on disk, indexes included."""


class PostgresMonths:
    """The months of results, as operators see to them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> Sequence[MonthOfResults]:
        """Every month there is or was, in order."""
        with self._database.transaction() as connection:
            found = connection.execute(text(_ALL)).all()
        return [MonthOfResults(Month.on(row.first), row.state, row.rows, row.size) for row in found]

    def detach(self, month: Month, kept_since: date) -> None:
        """Take a month out of the results; `MonthRefused` if one of its games may be in lists of days and weeks.

        Those are kept for longer than results are taken, so nothing can come into the month any more. Reading and
        recording go on: it waits for them, and not they for it. What was broken off is brought to its end.
        """
        last_end = (month + 1).start.date() + _LONGEST_GAME
        if last_end > kept_since:
            raise MonthRefused(f"its games, until {last_end}, count in days and weeks, kept from {kept_since} on")
        if not (pending := self._is_pending(month)) and not self._is_attached(month):
            raise MonthRefused("it is not attached")
        with self._database.transaction() as connection:
            note_detached(connection, month)
        with self._database.statements() as connection:
            connection.execute(month.told(_FINALIZE if pending else _DETACH))

    def attach(self, month: Month) -> None:
        """Put a month back among the results; `MonthRefused` without its table, or if other results are in it.

        All that takes long is done before, to a table that nobody uses. Links to players who were erased go.
        """
        if self._is_pending(month):
            with self._database.statements() as connection:
                connection.execute(month.told(_FINALIZE))
        if not self._is_attached(month):
            self._link(month)
            self._prepare(month)
            self._validate_link(month)
            with self._database.transaction() as connection:
                connection.execute(month.told(ATTACH))
        with self._database.transaction() as connection:
            connection.execute(delete(detached_months).where(detached_months.c.first == month.start.date()))

    def _link(self, month: Month) -> None:
        """Whoever is erased from now on is unlinked. Nothing is read for that: players are locked but briefly."""
        with self._database.transaction() as connection:
            if connection.scalar(select(func.to_regclass(month.table))) is None:
                raise MonthRefused(f"there is no table {month.table}: restore it from its dump first")
            if connection.execute(text(_LINKS), {"month": month.table}).first() is None:
                connection.execute(month.told(_LINK))

    def _validate_link(self, month: Month) -> None:
        """With a link that is known to be right, attaching reads none of the month's rows."""
        with self._database.transaction() as connection:
            for link in connection.execute(text(_LINKS), {"month": month.table}).all():
                if not link.convalidated:
                    connection.execute(text(f"ALTER TABLE {month.table} VALIDATE CONSTRAINT {link.name}"))

    def _prepare(self, month: Month) -> None:
        with self._database.transaction() as connection:
            try:
                for statement in _PREPARE:
                    connection.execute(month.told(statement))
            except IntegrityError as error:
                raise MonthRefused(f"{month.table} has results of other months") from error

    def _is_attached(self, month: Month) -> bool:
        return any(one.state == "attached" for one in self.all() if one.month == month)

    def _is_pending(self, month: Month) -> bool:
        """Whether a detachment was broken off."""
        with self._database.transaction() as connection:
            return bool(connection.scalar(text(_PENDING), {"month": month.table}))


_DETACH = "ALTER TABLE results DETACH PARTITION {month} CONCURRENTLY"
_FINALIZE = "ALTER TABLE results DETACH PARTITION {month} FINALIZE"

# With the first of these it is known that all rows belong there, so that attaching reads none.
_PREPARE = (
    "ALTER TABLE {month} DROP CONSTRAINT IF EXISTS ck_{month}_ids",
    "ALTER TABLE {month} ADD CONSTRAINT ck_{month}_ids CHECK (game_id >= '{first}' AND game_id < '{end}')",
    """UPDATE {month} SET player_id = NULL WHERE player_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM players WHERE players.id = player_id AND erased_at IS NULL
    )""",
)

_LINKS = """
SELECT quote_ident(conname) AS name, convalidated FROM pg_constraint
WHERE contype = 'f' AND conrelid = to_regclass(:month) AND confrelid = 'players'::regclass
"""

# A restored table is without it where its dump had results of players who were erased since.
_LINK = """
ALTER TABLE {month} ADD CONSTRAINT fk_{month}_player_id
FOREIGN KEY (player_id) REFERENCES players (id) ON DELETE SET NULL NOT VALID
"""

_PENDING = """
SELECT inhdetachpending FROM pg_inherits
WHERE inhparent = 'results'::regclass AND inhrelid = to_regclass(:month)
"""

_ALL = r"""
SELECT
    first,
    CASE WHEN size IS NULL THEN 'gone' WHEN attached THEN 'attached' ELSE 'detached' END AS state,
    rows,
    coalesce(size, 0) AS size
FROM detached_months FULL JOIN (
    SELECT
        to_date(right(relname, 7), 'YYYY_MM') AS first,
        CASE WHEN reltuples >= 0 THEN reltuples::bigint END AS rows,
        pg_total_relation_size(oid) AS size,
        EXISTS (
            SELECT FROM pg_inherits
            WHERE inhparent = 'results'::regclass AND inhrelid = pg_class.oid AND NOT inhdetachpending
        ) AS attached
    FROM pg_class
    WHERE relname ~ '^results_\d{4}_\d\d$' AND relkind = 'r' AND pg_table_is_visible(oid)
) AS tables USING (first)
ORDER BY first
"""
