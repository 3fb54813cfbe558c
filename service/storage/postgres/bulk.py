"""Many rows in one statement: as one JSON text, which Python prints and Postgres reads faster than anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import JSON, Text, TypeDecorator, bindparam, cast, column, func

from service.storage.postgres.tables import Instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Dialect, TableValuedAlias


def given(columns: Iterable[ColumnElement[Any]]) -> TableValuedAlias:
    """A table of the rows bound as `rows`, in their order, with columns named and typed as these."""
    known = [column(str(one.key), one.type) for one in columns]
    instants = {one.name for one in known if isinstance(one.type, Instant)}
    rows = cast(bindparam("rows", type_=_Rows(instants)), JSON)
    return func.json_to_recordset(rows).table_valued(*known, name="given").render_derived(with_types=True)


class _Rows(TypeDecorator[Any]):
    """Rows as JSON; instants are milliseconds in some columns, as they are everywhere in Python."""

    impl = Text
    cache_ok = True

    def __init__(self, instants: Iterable[str]) -> None:
        super().__init__()
        self.instants = frozenset(instants)

    def process_bind_param(self, value: Sequence[Mapping[str, Any]] | None, dialect: Dialect) -> str:
        """The text for the driver."""
        bind = Instant().process_bind_param
        told = [{**row, **{name: bind(row[name], dialect) for name in self.instants}} for row in value or ()]
        return orjson.dumps(told, default=_printed).decode()


def _printed(value: object) -> str:
    """Bytes, for which JSON has no form, as Postgres reads them."""
    if isinstance(value, bytes):
        return rf"\x{value.hex()}"
    raise TypeError(type(value).__name__)
