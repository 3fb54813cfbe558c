"""The months by which results are partitioned.

A result lies in the month of its game's id, whose first 48 bits are the instant at which the game was opened. So the
id alone stays the primary key, and old months can be detached as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import func, select, text

from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, TextClause

_LOCK = 0x436C6F636B02
"""Names the advisory lock: two workers at once must not make the same month."""


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month of UTC, by its number since January 1970."""

    number: int

    @staticmethod
    def at(millis: int) -> Month:
        """The month of an instant."""
        return Month.on(datetime.fromtimestamp(millis // 1000, UTC))

    @staticmethod
    def on(day: date) -> Month:
        """The month of a day."""
        return Month((day.year - 1970) * 12 + day.month - 1)

    @staticmethod
    def parse(spelled: str) -> Month:
        """The month spelled so, such as 2026-11: what `str` prints. `ValueError`."""
        month = Month.on(date.fromisoformat(f"{spelled}-01"))
        if str(month) != spelled:
            raise ValueError(spelled)
        return month

    @staticmethod
    def of(game_id: str) -> Month:
        """The month of a UUIDv7."""
        return Month.at(UUID(game_id).int >> 80)

    def __add__(self, months: int) -> Month:
        return Month(self.number + months)

    def __str__(self) -> str:
        return f"{self.start:%Y-%m}"

    @property
    def start(self) -> datetime:
        """Its first instant."""
        return datetime(1970 + self.number // 12, self.number % 12 + 1, 1, tzinfo=UTC)

    @property
    def first_id(self) -> UUID:
        """The lowest id that can lie in it."""
        return UUID(int=int(self.start.timestamp()) * 1000 << 80)

    @property
    def table(self) -> str:
        """The name of its partition."""
        return f"{results.name}_{self.start:%Y_%m}"

    def told(self, statement: str) -> TextClause:
        """A statement about its table, as ``{month}``, and its ids, from ``{first}`` to below ``{end}``."""
        return text(statement.format(month=self.table, first=self.first_id, end=(self + 1).first_id))


def make_partitions(connection: Connection, months: Iterable[Month]) -> None:
    """Make the partitions that are not there yet.

    Attached rather than created in place: that does not lock out those who read and write results. A month whose
    table exists but was detached stays so.
    """
    connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    for month in sorted(months):
        if connection.scalar(select(func.to_regclass(month.table))) is None:
            connection.execute(month.told(_CREATE))
            connection.execute(month.told(ATTACH))


_CREATE = "CREATE TABLE {month} (LIKE results INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS)"
ATTACH = "ALTER TABLE results ATTACH PARTITION {month} FOR VALUES FROM ('{first}') TO ('{end}')"
