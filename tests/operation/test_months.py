"""Months of results, as operators see to them from the command line."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from service.config import FEWEST_KEPT_DAYS
from service.play.days import day_at
from service.play.identity import new_id
from service.play.retention import kept_since
from service.storage.postgres import Database, PostgresPlayers, PostgresResults
from service.storage.postgres.partitions import Month, make_partitions
from tests.builders import ended_game, now
from tests.operation.operators import clock

pytestmark = pytest.mark.usefixtures("settings")

YOUNGEST = Month.on(kept_since(day_at(now()), FEWEST_KEPT_DAYS) - timedelta(days=14)) + -1
"""A month that may be put away."""


def put_months(database: Database, *months: Month) -> None:
    with database.transaction() as connection:
        make_partitions(connection, months)


def test_months_are_listed_put_away_and_brought_back(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    put_months(database, YOUNGEST)

    def listed() -> list[list[str]]:
        capsys.readouterr()
        assert not clock("results", "months")
        return [line.split()[:2] for line in capsys.readouterr().out.splitlines()]

    name = str(YOUNGEST)
    assert listed() == [[name, "attached"]]
    assert not clock("results", "detach", name)
    assert f"its results are in {YOUNGEST.table} alone" in capsys.readouterr().out
    assert listed() == [[name, "detached"]]
    said = f"clock: this takes all results, and those of {name} are detached: clock results attach comes first"
    assert clock("leaderboards", "rebuild") == said
    assert (clock("leaderboards", "check"), capsys.readouterr().err) == (2, f"{said}\n")
    with database.transaction() as connection:
        connection.execute(YOUNGEST.told("ALTER TABLE {month} RENAME TO elsewhere"))
    assert listed() == [[name, "gone"]]
    assert str(clock("results", "attach", name)).startswith(f"clock: {name} is not attached: there is no table ")
    with database.transaction() as connection:
        connection.execute(YOUNGEST.told("ALTER TABLE elsewhere RENAME TO {month}"))
    assert not clock("results", "attach", name)
    assert listed() == [[name, "attached"]]
    assert not clock("leaderboards", "check")


def test_a_month_that_is_young_is_not_put_away(database: Database) -> None:
    put_months(database, Month.on(day_at(now())))
    name = str(Month.on(day_at(now())))
    assert str(clock("results", "detach", name)).startswith(f"clock: {name} is not detached: its games, until ")


@pytest.mark.parametrize("words", [["detach", "2025-13"], ["attach", "november"], ["detach"], ["attach", "2025-1"]])
def test_what_is_no_month_is_refused(words: list[str]) -> None:
    assert clock("results", *words) == 2


_AGED = "UPDATE results SET finished_at = finished_at - interval '500 days', opened_at = '2000-01-01'"


def test_lists_that_have_passed_away_are_no_difference(database: Database) -> None:
    """A rebuild does not bring them back, and a check does not miss them."""
    ada = new_id()
    PostgresPlayers(database).add(ada, "Ada", bytes(32))
    PostgresResults(database).record([ended_game(ada)])
    with database.transaction() as connection:
        connection.execute(text(_AGED))
    assert not clock("leaderboards", "rebuild")
    with database.transaction() as connection:
        found = connection.scalars(text("SELECT DISTINCT period FROM standings ORDER BY period")).all()
    assert found == ["all", "month"]
    assert not clock("leaderboards", "check")
