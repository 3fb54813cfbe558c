"""The database schema: brought up to date, taken back, and compared with what this code needs.

Migrations come before the code that needs them, so for a while old code runs on a newer schema: a database whose
revision this code does not know counts as up to date, and no migration may break the code of the release before it.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

import service
from service.play.errors import StoreUnavailable
from service.storage.postgres.connection import connect_bounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from service.storage.postgres.database import Database

FOLDER = Path(service.__file__).parents[1] / "migrations"
"""Beside the package, in a checkout as in a container image."""

TIMEOUT_MS = 60_000
"""What one statement may take, and how long one migrator waits for another."""

LOCK_TIMEOUT_MS = 4_000
"""How long a statement may wait for a table, and so hold up everyone who comes after it."""

_ADVISORY_LOCK = 0x436C6F636B01


class MigrationRefused(Exception):
    """The database does not let a migration do its work; the text is the database's own first line."""


def upgrade(database_url: str, revision: str = "head") -> None:
    """Bring the schema up to a revision; `StoreUnavailable` if the database cannot be had, `MigrationRefused`."""
    with exclusively(database_url) as connection:
        command.upgrade(_config(connection), revision)


def downgrade(database_url: str, revision: str) -> None:
    """Take the schema back to a revision (``base`` for nothing, ``-1`` for one step), with what it held."""
    with exclusively(database_url) as connection:
        command.downgrade(_config(connection), revision)


def pending(database: Database) -> list[str]:
    """The revisions that this code needs and the database lacks, newest first."""
    with database.transaction() as connection:
        current = MigrationContext.configure(connection).get_current_heads()
    try:
        missing = ScriptDirectory(str(FOLDER)).iterate_revisions("heads", current or "base")
        return [script.revision for script in missing]
    except ResolutionError:
        return []


def readiness_problem(database: Database) -> str | None:
    """What keeps this code from working with the database, in words; None if nothing does."""
    try:
        missing = pending(database)
    except StoreUnavailable:
        return "Postgres does not answer"
    return f"migrations have not been run: {', '.join(missing)}" if missing else None


@contextmanager
def exclusively(database_url: str) -> Iterator[Connection]:
    """A connection for one migrator at a time: a second one waits until the first has gone."""
    engine = create_engine(database_url, poolclass=NullPool, hide_parameters=True)
    connect_bounded(engine, TIMEOUT_MS)
    try:
        with engine.connect() as connection:
            connection.execute(text(f"SET lock_timeout = {TIMEOUT_MS}"))
            connection.execute(text(f"SELECT pg_advisory_lock({_ADVISORY_LOCK})"))
            connection.execute(text(f"SET lock_timeout = {LOCK_TIMEOUT_MS}"))
            connection.commit()
            yield connection
    except (OperationalError, InterfaceError) as error:
        raise StoreUnavailable("postgres") from error
    except DBAPIError as error:
        raise MigrationRefused(str(error.orig).partition("\n")[0]) from error


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
