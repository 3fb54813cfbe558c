"""The way to Postgres: a pool of connections, and transactions that end in time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, OperationalError, SQLAlchemyError

from service.play.errors import StoreUnavailable
from service.storage.postgres.connection import connect_bounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from service.storage.postgres.connection import BoundedConnection


class Database:
    """One process's pool of connections, which are made when they are first needed: construct it after the fork.

    Whatever waits gives up after `timeout_ms`: for a free connection, for a new one, for a lock, for an answer. With
    `patience_ms`, answers may take that long, and everything else no longer for it.
    """

    def __init__(self, url: str, timeout_ms: int, pool_size: int = 8, patience_ms: int | None = None) -> None:
        self._engine = create_engine(
            url,
            hide_parameters=True,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=timeout_ms / 1000,
        )
        connect_bounded(self._engine, timeout_ms, patience_ms)
        event.listen(self._engine, "checkout", _refuse_stale)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction: committed at the end, rolled back by an error; `StoreUnavailable` for all trouble."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreUnavailable("postgres", _refusal(error)) from error

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A transaction that sees one state of everything all through, and changes nothing."""
        with self.transaction() as connection:
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            yield connection

    @contextmanager
    def statements(self) -> Iterator[Connection]:
        """A connection on which every statement is a transaction of its own, as some have to be."""
        try:
            with self._engine.connect() as connection:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
        except SQLAlchemyError as error:
            raise StoreUnavailable("postgres", _refusal(error)) from error

    def close(self) -> None:
        """Close the connections that are not in use."""
        self._engine.dispose()


def _refusal(error: SQLAlchemyError) -> str | None:
    """What the server, or the driver about its answer, says of what no waiting helps; without what rows hold."""
    if not isinstance(error, DBAPIError) or isinstance(error, (OperationalError, InterfaceError)):
        return None
    diagnosis = getattr(error.orig, "diag", None)
    return (diagnosis and diagnosis.message_primary) or str(error.orig).partition("\n")[0]


def _refuse_stale(connection: BoundedConnection, _record: Any, _proxy: Any) -> None:
    """Have the pool replace a connection that its server has left, instead of failing a request with it."""
    if connection.closed or connection.stale:
        raise DisconnectionError
