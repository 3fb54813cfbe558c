"""Many rows in one statement: each column as one JSON array, which Python prints and Postgres reads fastest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import JSON, BigInteger, Text, TypeDecorator, bindparam, cast, func, literal_column, select, text

from service.storage.postgres.tables import Instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection, Dialect, Subquery

_EPOCH: ColumnElement[Any] = literal_column("timestamptz 'epoch'")
_MILLISECOND: ColumnElement[Any] = literal_column("interval '1 ms'")


def given(columns: Iterable[ColumnElement[Any]]) -> Subquery:
    """A table of the rows that `bound` binds, in their order, with columns named and typed as these."""
    return select(*(_spread(one).label(str(one.key)) for one in columns)).subquery("given")


def bound(columns: Iterable[ColumnElement[Any]], rows: Iterable[Sequence[object]]) -> dict[str, Sequence[object]]:
    """The parameters for these rows, one or more, of the columns that `given` was told; instants in milliseconds."""
    return {_name(column): values for column, values in zip(columns, zip(*rows, strict=True), strict=True)}


def keep_plans(connection: Connection) -> None:
    """For the rest of the transaction, have Postgres plan a check of foreign keys once, and not for every row.

    That is more than half of what the checks take, and many rows are nearly all checks.
    """
    connection.execute(text("SET LOCAL plan_cache_mode = auto"))


def _name(column: ColumnElement[Any]) -> str:
    return f"given_{column.key}"


def _spread(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """The values one below the other; those of all columns keep step."""
    values = func.json_array_elements_text(cast(bindparam(_name(column), type_=_Values()), JSON))
    if isinstance(column.type, Instant):
        return _EPOCH + cast(values, BigInteger) * _MILLISECOND
    return cast(values, column.type)


class _Values(TypeDecorator[Any]):
    """The values of a column as a JSON array."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Sequence[object] | None, dialect: Dialect) -> str:  # noqa: ARG002  SQLAlchemy's signature
        """The text for the driver."""
        return orjson.dumps(value, default=_printed).decode()


def _printed(value: object) -> str:
    """Bytes, for which JSON has no form, as Postgres reads them."""
    if isinstance(value, bytes):
        return rf"\x{value.hex()}"
    raise TypeError(type(value).__name__)
