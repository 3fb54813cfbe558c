"""Operators' commands work on the stores that the environment names, or else on those of a run in a data folder."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from service.embedded.runs import alone, leave_settings, settings_of_run
from service.embedded.server import free_port
from service.play.identity import new_id
from service.storage.postgres import Database, PostgresPlayers
from tests.operation.operators import clock
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VARIABLES = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "CLOCK_ENV")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)


@pytest.fixture
def ada(database: Database) -> str:
    return PostgresPlayers(database).add(new_id(), "Ada", bytes(32)).id


@pytest.fixture
def run(tmp_path: Path, own_database_url: str, valkey_url: str) -> Iterator[Path]:
    """The data folder of a run with these stores."""
    with alone(tmp_path):
        leave_settings(
            tmp_path,
            {"DATABASE_URL": own_database_url, "REDIS_URL": valkey_url, "SECRET_KEY": SECRETS[0].decode()},
        )
        yield tmp_path


COMMANDS = [
    ["ban", "{ada}"],
    ["unban", "{ada}"],
    ["players", "rename", "{ada}", "Eve"],
    ["leaderboards", "check"],
    ["leaderboards", "rebuild"],
    ["results", "months"],
    ["results", "detach", "2020-01"],
    ["results", "attach", "2020-01"],
    ["dead", "list"],
    ["dead", "replay", "--all"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_finds_the_stores_of_a_run(run: Path, ada: str, words: list[str]) -> None:
    said = clock(*(word.format(ada=ada) for word in words), "--data", str(run))
    assert not said or str(said).startswith("clock: 2020-01 is not ")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_without_stores_a_command_says_what_it_looked_for(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    store = "REDIS_URL" if words[0] == "dead" else "DATABASE_URL"
    said = clock(*words, "--data", str(tmp_path / "none"))
    wanted = f"clock: {store} is not set, and no clock up runs with {tmp_path / 'none'}: "
    assert wanted in f"{said} {capsys.readouterr().err}"


def test_the_environment_comes_first(
    run: Path, ada: str, database: Database, own_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_settings(run, {"DATABASE_URL": f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"})
    assert str(clock("ban", ada, "--data", str(run))).startswith("clock: postgres cannot be reached")
    monkeypatch.setenv("DATABASE_URL", own_database_url)
    assert not clock("ban", ada, "--data", str(run))
    assert PostgresPlayers(database).banned_at(ada) is not None


def test_a_file_that_the_environment_names_comes_first_too(
    run: Path, ada: str, own_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (run / "url").write_text(own_database_url)
    leave_settings(run, {"DATABASE_URL": f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"})
    monkeypatch.setenv("DATABASE_URL_FILE", str(run / "url"))
    assert not clock("ban", ada, "--data", str(run))


def test_a_command_needs_no_store_that_it_does_not_use(
    ada: str, own_database_url: str, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", own_database_url)
    assert not clock("ban", ada)
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("REDIS_URL", valkey_url)
    assert not clock("dead", "list")


def test_what_a_run_leaves_is_private_and_goes_with_it(run: Path) -> None:
    (left,) = run.glob("*.json")
    assert stat.S_IMODE(left.stat().st_mode) == 0o600
    assert settings_of_run(run).keys() == {"DATABASE_URL", "REDIS_URL", "SECRET_KEY"}


def test_what_is_left_by_a_run_that_was_killed_counts_for_nothing(tmp_path: Path) -> None:
    assert settings_of_run(tmp_path) == {}
    with alone(tmp_path):
        assert settings_of_run(tmp_path) == {}
        leave_settings(tmp_path, {"DATABASE_URL": "postgresql://db"})
        assert settings_of_run(tmp_path) == {"DATABASE_URL": "postgresql://db"}
    assert list(tmp_path.glob("*.json")) == []
    leave_settings(tmp_path, {"DATABASE_URL": "postgresql://db"})
    assert settings_of_run(tmp_path) == {}
