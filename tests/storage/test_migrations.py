from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from pytest_alembic.tests import (
    test_model_definitions_match_ddl,
    test_single_head_revision,
    test_up_down_consistency,
    test_upgrade,
)
from sqlalchemy import make_url, text

from service.play.errors import StoreUnavailable
from service.storage.postgres import Database, migrate
from service.storage.postgres.partitions import Month, make_partitions
from service.storage.postgres.tables import metadata
from tests.servers import new_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alembic.script import Script
    from sqlalchemy import Connection

__all__ = [
    "test_model_definitions_match_ddl",
    "test_single_head_revision",
    "test_up_down_consistency",
    "test_upgrade",
]


@pytest.fixture
def empty_url(postgres_url: str) -> Iterator[str]:
    with new_database(postgres_url) as url:
        yield url


@pytest.fixture
def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    return config


@pytest.fixture
def alembic_engine(empty_url: str) -> Iterator[Connection]:
    with migrate.exclusively(empty_url) as connection:
        yield connection


@pytest.fixture
def empty(empty_url: str) -> Iterator[Database]:
    database = Database(empty_url, timeout_ms=3000)
    yield database
    database.close()


def test_the_schema_goes_up_and_down_and_up_again_with_its_months(empty_url: str, empty: Database) -> None:
    for _ in range(2):
        migrate.upgrade(empty_url)
        with empty.transaction() as connection:
            make_partitions(connection, [Month.at(0), Month.at(0) + 1])
        migrate.downgrade(empty_url, "base")
    with empty.transaction() as connection:
        tables = connection.scalars(text("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
        assert set(tables) <= {"alembic_version", "alembic_version_pkc"}


def test_the_constraints_declared_in_code_are_those_of_the_migrations(empty_url: str, empty: Database) -> None:
    migrate.upgrade(empty_url)
    migrated = _constraints(empty)
    migrate.downgrade(empty_url, "base")
    with empty.transaction() as connection:
        metadata.create_all(connection)
    assert _constraints(empty) == migrated


def _constraints(database: Database) -> set[tuple[object, ...]]:
    query = text("SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint")
    with database.transaction() as connection:
        return {tuple(row) for row in connection.execute(query) if row[0] in metadata.tables}


def test_readiness_names_what_has_not_been_run(empty_url: str, empty: Database) -> None:
    assert migrate.readiness_problem(empty) == f"migrations have not been run: {', '.join(migrate.pending(empty))}"
    migrate.upgrade(empty_url)
    assert migrate.readiness_problem(empty) is None


def test_old_code_is_ready_on_a_newer_schema(empty_url: str, empty: Database) -> None:
    migrate.upgrade(empty_url)
    with empty.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from-a-later-release'"))
    assert migrate.readiness_problem(empty) is None


def test_a_database_that_is_not_there_is_said_to_be_unavailable(empty_url: str) -> None:
    with pytest.raises(StoreUnavailable):
        migrate.upgrade(f"{empty_url}_not")
    nowhere = Database(f"{empty_url}_not", timeout_ms=3000)
    assert migrate.readiness_problem(nowhere) == "Postgres does not answer"


def test_a_user_without_the_privilege_is_told_what_the_database_said(empty_url: str, empty: Database) -> None:
    with empty.transaction() as connection:
        connection.execute(text("CREATE ROLE guest LOGIN PASSWORD 'guest'"))
    try:
        guest = make_url(empty_url).set(username="guest", password="guest")
        with pytest.raises(migrate.MigrationRefused, match="permission denied"):
            migrate.upgrade(guest.render_as_string(hide_password=False))
    finally:
        with empty.transaction() as connection:
            connection.execute(text("DROP ROLE guest"))


def test_two_migrators_at_once_do_not_disturb_each_other(empty_url: str, empty: Database) -> None:
    program = f"from service.storage.postgres import migrate; migrate.upgrade({empty_url!r})"
    with migrate.exclusively(empty_url):
        migrators = [subprocess.Popen([sys.executable, "-c", program], cwd=migrate.FOLDER.parent) for _ in range(2)]
        _wait_until_waiting(empty, len(migrators))
        assert migrate.pending(empty) != []
    assert [migrator.wait(timeout=30) for migrator in migrators] == [0, 0]
    assert migrate.pending(empty) == []


def _wait_until_waiting(database: Database, migrators: int) -> None:
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
    )
    seen = 0
    while seen < migrators:
        with database.transaction() as connection:
            seen = connection.scalar(waiting)


def test_a_migration_that_meets_a_locked_table_gives_up_instead_of_holding_up_the_service(
    empty_url: str, empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate.upgrade(empty_url)
    monkeypatch.setattr(migrate, "LOCK_TIMEOUT_MS", 50)
    with empty.transaction() as connection:
        connection.execute(text("SELECT * FROM players"))
        with pytest.raises(StoreUnavailable):
            migrate.downgrade(empty_url, "base")
    assert {"20261130", "20261130d"}.isdisjoint(migrate.pending(empty))


EXCUSED_FROM_LINTING = (
    "prefer-bigint-over-int",  # points and errors of one game
    "prefer-bigint-over-smallint",  # cards of one game
    "prefer-text-field",  # Alembic's own table
    "require-lock-timeout",  # set for the whole session, as the test above shows
    "require-statement-timeout",  # likewise
)


REVISIONS = tuple(ScriptDirectory(str(migrate.FOLDER)).walk_revisions())


@pytest.mark.parametrize("script", REVISIONS, ids=lambda script: script.revision)
def test_the_linter_of_migrations_finds_nothing(
    alembic_config: Config, capsys: pytest.CaptureFixture[str], script: Script
) -> None:
    command.upgrade(alembic_config, f"{script.down_revision or 'base'}:{script.revision}", sql=True)
    linter = [
        str(Path(sys.executable).with_name("squawk")),
        "--pg-version=14",
        f"--exclude={','.join(EXCUSED_FROM_LINTING)}",
    ]
    found = subprocess.run(linter, input=capsys.readouterr().out, text=True, capture_output=True, check=False)
    assert found.returncode == 0, found.stdout
