"""What is no longer kept, over HTTP: lists of days and weeks long gone, and games of months put away."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.play.days import day_at
from service.play.retention import kept_since
from service.storage.postgres import Database
from service.storage.postgres.partitions import Month
from tests.api.client import Client, slug
from tests.api.recorded import service_of
from tests.builders import id_at, now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from flask import Flask

A_DAY = timedelta(days=1)
PUT_AWAY = Month(12)
"""January 1971, of which nobody has a game."""


@pytest.fixture
def since(app: Flask) -> date:
    return kept_since(day_at(now()), service_of(app).standings_kept_days)


@pytest.mark.parametrize("way", ["", "/around/{player}", "/places/{player}"])
@pytest.mark.parametrize("period", ["day", "week"])
def test_a_list_long_gone_is_refused_with_the_day_since_when_there_are_lists(
    stranger: Client, ada: Client, since: date, way: str, period: str
) -> None:
    path = f"/v1/leaderboards/score{way.format(player=ada.player_id)}?period={period}&at="
    answer = stranger.get(f"{path}{since - A_DAY}")
    assert (answer.status_code, slug(answer)) == (410, "no-longer-kept")
    assert answer.get_json()["detail"] == f"Leaderboards of days and weeks are kept from {since} on."
    assert stranger.get(f"{path}{since}").status_code == (404 if way else 200)


@pytest.mark.parametrize("period", ["month", "all"])
def test_months_and_all_time_have_lists_for_good(stranger: Client, since: date, period: str) -> None:
    assert stranger.get(f"/v1/leaderboards/score?period={period}&at={since - 400 * A_DAY}").status_code == 200


def test_a_faulty_question_is_told_its_faults_however_long_ago(stranger: Client) -> None:
    assert stranger.get("/v1/leaderboards/daily?period=week&at=1971-01-01").status_code == 422
    assert stranger.get("/v1/leaderboards/none?period=week&at=1971-01-01").status_code == 404


@pytest.fixture
def put_away(migrated_url: str) -> Iterator[None]:
    database = Database(migrated_url, timeout_ms=3000)
    noted = {"first": PUT_AWAY.start.date()}
    with database.transaction() as connection:
        connection.execute(text("INSERT INTO detached_months (first) VALUES (:first)"), noted)
    yield
    with database.transaction() as connection:
        connection.execute(text("DELETE FROM detached_months WHERE first = :first"), noted)
    database.close()


@pytest.mark.parametrize("way", ["", "/proof", "/moves"])
@pytest.mark.usefixtures("put_away")
def test_a_game_of_a_month_that_was_put_away_is_gone_and_others_are_not_found(ada: Client, way: str) -> None:
    start = int(PUT_AWAY.start.timestamp()) * 1000
    answer = ada.get(f"/v1/games/{id_at(start)}{way}")
    assert (answer.status_code, slug(answer)) == (410, "no-longer-kept")
    assert "1971-01" in answer.get_json()["detail"]
    assert slug(ada.get(f"/v1/games/{id_at(start - 1)}{way}")) == "not-found"
