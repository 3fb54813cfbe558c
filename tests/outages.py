"""A Postgres that is away, or frozen: its connections stay open, and nothing answers."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.embedded import Postgres
    from service.storage.postgres import Database


@contextmanager
def away(server: Postgres) -> Iterator[None]:
    """Kill the server, and start it again afterwards."""
    server.kill()
    try:
        yield
    finally:
        server.start()


@contextmanager
def frozen(server: Postgres, database: Database) -> Iterator[None]:
    """Freeze the server, which must live; `database` leads to it and tells of its processes."""
    processes = [server.pid]
    try:
        with database.transaction() as connection:
            # Its first process goes first: after that no others come into being.
            os.kill(server.pid, signal.SIGSTOP)
            processes += connection.scalars(text("SELECT pid FROM pg_stat_activity"))
        _signal(processes, signal.SIGSTOP)
        yield
    finally:
        _signal(processes, signal.SIGCONT)


def _signal(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)
