"""A connection that never waits for longer than it was told to.

A frozen server keeps its connections open and says nothing, so its own `statement_timeout` does not help, nor does
TCP. All that psycopg waits for goes through one method, which is bounded here: it holds under threads as under
gevent.
"""

from __future__ import annotations

import math
import select
from typing import TYPE_CHECKING, Any, TypeVar

from psycopg import Connection, OperationalError
from psycopg.rows import TupleRow
from sqlalchemy import event

if TYPE_CHECKING:
    from psycopg.abc import PQGen
    from sqlalchemy import Engine

Answer = TypeVar("Answer")

_GRACE_S = 0.5
"""What the client waits beyond the server's own timeout: an error from there leaves the connection usable."""

_AS_EXPECTED = (
    "-c TimeZone=UTC",
    "-c DateStyle=ISO",
    "-c extra_float_digits=1",
    r"-c default_transaction_isolation=read\ committed",
)
"""Whatever a server, database or role makes of new sessions: instants that the driver can read, whole doubles, and
statements that see what was committed while they waited for a lock."""


class BoundedConnection(Connection[TupleRow]):
    """A psycopg connection whose every round trip ends within `patience_s`, else it is closed."""

    patience_s: float

    @classmethod
    def open(cls, timeout_ms: int, patience_ms: int, *arguments: Any, **options: Any) -> BoundedConnection:
        """Connect as psycopg does; `timeout_ms` bounds the connecting and each lock, `patience_ms` each statement."""
        limits = (
            f"-c statement_timeout={patience_ms}",
            f"-c lock_timeout={timeout_ms * 2 // 3}",
            f"-c idle_in_transaction_session_timeout={patience_ms * 2}",
            # One plan for all lists suits the average one, which is tiny, and would walk through the whole of a long.
            "-c plan_cache_mode=force_custom_plan",
            *_AS_EXPECTED,
        )
        options["options"] = " ".join((options.get("options", ""), *limits)).strip()
        options["client_encoding"] = "utf8"
        options.setdefault("connect_timeout", math.ceil(timeout_ms / 1000))
        options.setdefault("application_name", "clock-solitaire")
        connection = cls.connect(*arguments, **options)
        connection.patience_s = patience_ms / 1000 + _GRACE_S
        return connection

    def wait(self, gen: PQGen[Answer], interval: float = 0.1, timeout: float | None = None) -> Answer:
        """As psycopg's, but bounded; whatever is not the server's own error leaves the connection closed."""
        try:
            return super().wait(gen, interval, self.patience_s if timeout is None else timeout)
        except OperationalError as error:
            if error.sqlstate is None:
                self.pgconn.finish()
            raise

    @property
    def stale(self) -> bool:
        """Whether the server has said something to an idle connection, which is nearly always goodbye."""
        ears = select.poll()
        ears.register(self.fileno(), select.POLLIN)
        return bool(ears.poll(0))


def connect_bounded(engine: Engine, timeout_ms: int, patience_ms: int | None = None) -> None:
    """Make the engine's connections `BoundedConnection`s; a statement may take `patience_ms`, if that is longer."""

    def connect(_dialect: Any, _record: Any, arguments: list[Any], options: dict[str, Any]) -> BoundedConnection:
        return BoundedConnection.open(timeout_ms, patience_ms or timeout_ms, *arguments, **options)

    event.listen(engine, "do_connect", connect)
