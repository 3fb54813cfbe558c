"""What is no longer kept, over HTTP: lists of days and weeks long gone, and games of months put away."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.app import create_app
from service.config import Config
from service.play.days import day_at
from service.play.retention import kept_since
from service.storage.postgres import Database
from service.storage.postgres.partitions import Month
from tests.api.client import Client, slug
from tests.api.conftest import GENEROUS
from tests.api.recorded import service_of
from tests.builders import id_at, now
from tests.storage.put_away import MIDDLE, MONTH, SINCE, an_old_month

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from flask import Flask

    from tests.api.contract import Contract

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


def test_rows_stay_on_their_boards_when_a_month_is_put_away_and_their_proofs_are_gone(
    own_database_url: str, valkey_url: str, contract: Contract
) -> None:
    stores = {"CLOCK_ENV": "test", "DATABASE_URL": own_database_url, "REDIS_URL": valkey_url}
    with an_old_month(own_database_url) as away:
        app = create_app(Config.from_environment(stores | GENEROUS))
        stranger = Client(app, contract)
        board = f"/v1/leaderboards/score?period=month&at={day_at(MIDDLE)}"
        rows = stranger.get(board).get_json()["items"]
        assert {row["player"]["id"] for row in rows} == set(away.crowd)
        proofs = [f"/v1/games/{row['game_id']}/proof" for row in rows]
        assert [stranger.get(proof).status_code for proof in proofs] == [200] * len(rows)
        profile = stranger.get(f"/v1/players/{away.crowd[0]}").get_json()
        away.months.detach(MONTH, SINCE)
        assert stranger.get(board).get_json()["items"] == rows
        assert stranger.get(f"/v1/players/{away.crowd[0]}").get_json() == profile
        for proof in proofs:
            answer = stranger.get(proof)
            assert (answer.status_code, slug(answer)) == (410, "no-longer-kept")
            assert f"{MONTH.start:%Y-%m}" in answer.get_json()["detail"]
        away.months.attach(MONTH)
        assert [stranger.get(proof).status_code for proof in proofs] == [200] * len(rows)
        service_of(app).close()
