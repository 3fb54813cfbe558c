"""By which plans Postgres answers what is asked of it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, event, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Connection

    from service.storage.postgres import Database


Statement = tuple[str, Any]
"""Its text, and what is bound in it."""


@contextmanager
def overheard() -> Iterator[list[Statement]]:
    """The statements that SQLAlchemy makes meanwhile, with what is bound in them."""
    said: list[Statement] = []

    def listen(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        said.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", listen)
    yield said
    event.remove(Engine, "before_cursor_execute", listen)


def statements(ask: Callable[[], object]) -> list[Statement]:
    """Those that a question takes, which have a plan."""
    with overheard() as said:
        ask()
    found = [one for one in said if not one[0].startswith("SET ")]
    assert found
    return found


def planned(connection: Connection, said: Iterable[Statement]) -> list[dict[str, Any]]:
    """The steps by which Postgres does what these say, which it does."""
    found = []
    for statement, parameters in said:
        explain = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}"
        [plan] = connection.exec_driver_sql(explain, parameters).scalar_one()
        found += list(flat(plan["Plan"]))
    return found


def steps(connection: Connection, ask: Callable[[], object]) -> list[dict[str, Any]]:
    """The steps of the plans by which Postgres answers a question."""
    return planned(connection, statements(ask))


def looked_at(step: dict[str, Any]) -> int:
    """How many rows a step came upon."""
    found = step["Actual Rows"] + step.get("Rows Removed by Filter", 0) + step.get("Rows Removed by Index Recheck", 0)
    return int(found * step["Actual Loops"])


def flat(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for part in step.get("Plans", ()):
        yield from flat(part)


def scans(made: Iterable[dict[str, Any]]) -> list[str]:
    """What is read as a whole."""
    return [step["Relation Name"] for step in made if step["Node Type"] == "Seq Scan"]


@contextmanager
def without(database: Database, dropping: str) -> Iterator[Connection]:
    """A connection for which something has been dropped, which is there again afterwards.

    Others wait meanwhile for its table: whatever is asked has to go before, or over this connection.
    """
    with database.transaction() as connection:
        attempt = connection.begin_nested()
        connection.execute(text(dropping))
        yield connection
        attempt.rollback()
