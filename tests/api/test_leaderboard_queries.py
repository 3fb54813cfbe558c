"""Leaderboards over HTTP: which list is meant, by whatever filters, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from service.api.context import EXTENSION
from service.api.schemas.leaderboards import MOST_AROUND
from tests.api.client import Client, faults, slug
from tests.api.ranking import TIED, brief, crowd, expected
from tests.api.recorded import HOUR, a_game_of, a_quiet_day, at, record, service_of
from tests.api.test_lists import walk

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from flask import Flask

    from tests.api.contract import Contract

A_DAY = timedelta(days=1)


@pytest.fixture
def day() -> date:
    return a_quiet_day()


@pytest.fixture
def travel(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the service take another instant for the present; its stores go on as they are."""
    service = service_of(app)
    return lambda instant: monkeypatch.setitem(app.extensions, EXTENSION, replace(service, now=lambda: instant))


def test_a_cursor_belongs_to_one_list_and_its_filters(
    app: Flask, contract: Contract, stranger: Client, ada: Client, day: date
) -> None:
    crowd(app, contract, day, [1, 2])
    for _ in range(2):
        ada.deal()
    path = f"/v1/leaderboards/score?period=day&at={day}&limit=1"
    cursor = stranger.get(path).get_json()["next"]
    assert stranger.get(f"{path}&cursor={cursor}").status_code == 200
    of_games = ada.get("/v1/games?limit=1").get_json()["next"]
    for other in (
        f"{path}&cursor={of_games}",
        f"{path}&cursor={cursor[:-1]}",
        f"{path}&cursor=x",
        f"{path}&variant=watch&cursor={cursor}",
        f"{path}&variant=standard&cursor={cursor}",
        f"/v1/leaderboards/score?period=week&at={day}&cursor={cursor}",
        f"/v1/leaderboards/score?period=day&at={day + A_DAY}&cursor={cursor}",
        f"/v1/leaderboards/score?period=day&cursor={cursor}",
        f"/v1/leaderboards/win_streak?period=day&at={day}&cursor={cursor}",
    ):
        assert faults(stranger.get(other)).keys() == {"/cursor"}, other


def test_a_walk_through_todays_board_goes_on_in_it_tomorrow(
    app: Flask, contract: Contract, stranger: Client, day: date, travel: Callable[[int], None]
) -> None:
    played = crowd(app, contract, day, TIED)
    crowd(app, contract, day + A_DAY, [9, 10])
    travel(at(day + A_DAY) - 1)
    first = stranger.get("/v1/leaderboards/score?period=day&limit=3").get_json()
    travel(at(day + A_DAY))
    rest = walk(stranger, f"/v1/leaderboards/score?period=day&cursor={first['next']}", 100)
    assert brief(first["items"] + rest) == expected(played)


def test_without_a_date_a_board_is_that_of_the_present_by_the_services_time(
    app: Flask, contract: Contract, stranger: Client, day: date, travel: Callable[[int], None]
) -> None:
    played = crowd(app, contract, day, [1])
    for instant, found in ((at(day) - 1, 0), (at(day), 1), (at(day + A_DAY) - 1, 1), (at(day + A_DAY), 0)):
        travel(instant)
        assert len(stranger.get("/v1/leaderboards/score?period=day").get_json()["items"]) == found
        path = f"/v1/leaderboards/score/places/{played[0][0].player_id}?period=day"
        assert stranger.get(path).status_code == (200 if found else 404)


def test_a_game_counts_in_the_day_week_and_month_in_which_it_ended(stranger: Client, ada: Client, day: date) -> None:
    monday = day - timedelta(days=day.weekday())
    first_of_month = day.replace(day=1)
    game = a_game_of(ada, at(day), elapsed_ms=HOUR)
    record(ada, game)
    next_month = (first_of_month + timedelta(days=32)).replace(day=1)
    for period, first, after in (
        ("day", day, day + A_DAY),
        ("week", monday, monday + 7 * A_DAY),
        ("month", first_of_month, next_month),
    ):
        for date_at, found in ((first - A_DAY, False), (first, True), (after - A_DAY, True), (after, False)):
            answer = stranger.get(f"/v1/leaderboards/score/places/{ada.player_id}?period={period}&at={date_at}")
            assert (answer.status_code == 200) == found, (period, date_at)
    assert stranger.get(f"/v1/leaderboards/score/places/{ada.player_id}").status_code == 200


def test_a_board_is_that_of_the_standard_game_and_of_all_time_unless_said_otherwise(
    stranger: Client, ada: Client, day: date
) -> None:
    record(ada, a_game_of(ada, at(day), variant="perpetual"))
    place = f"places/{ada.player_id}"
    assert slug(stranger.get(f"/v1/leaderboards/score/{place}")) == "not-ranked"
    assert stranger.get(f"/v1/leaderboards/score/{place}?variant=perpetual").status_code == 200
    assert stranger.get(f"/v1/leaderboards/fewest_restarts/{place}").status_code == 200
    assert stranger.get(f"/v1/leaderboards/daily?at={day}").status_code == 200


@pytest.mark.parametrize("path", ["", "/around/{player}", "/places/{player}"])
def test_a_board_that_is_none_is_not_found(stranger: Client, ada: Client, path: str) -> None:
    for name in ("scores", "all", "SCORE", "score.", "daily-2"):
        answer = stranger.get(f"/v1/leaderboards/{name}{path.format(player=ada.player_id)}")
        assert (answer.status_code, slug(answer)) == (404, "not-found"), name


@pytest.mark.parametrize("path", ["", "/around/{player}", "/places/{player}"])
@pytest.mark.parametrize(
    ("board", "query", "pointer"),
    [
        ("fewest_restarts", "variant=standard", "/variant"),
        ("fastest_clear", "variant=perpetual", "/variant"),
        ("closest_call", "variant=perpetual", "/variant"),
        ("sprint_wins", "variant=watch", "/variant"),
        ("score", "variant=patience", "/variant"),
        ("score", "variant=custom", "/variant"),
        ("score", "variant=", "/variant"),
        ("daily", "period=all", "/period"),
        ("daily", "period=week", "/period"),
        ("score", "period=year", "/period"),
        ("score", "at=2026-02-30", "/at"),
        ("score", "at=2026-1-1", "/at"),
        ("score", "at=20260101", "/at"),
        ("score", "at=2026-W01-1", "/at"),
        ("score", "at=today", "/at"),
        ("score", "at=", "/at"),
        ("score", "at=1969-12-31", "/at"),
        ("score", "at=9999-12-31", "/at"),
        ("score", "at=2026-01-01T00:00:00Z", "/at"),
        ("score", "at=%D9%A2026-01-01", "/at"),
        ("score", "player=x", "/player"),
        ("score", "period=day&period=day", "/period"),
    ],
)
def test_what_a_board_has_not_is_refused(
    stranger: Client, ada: Client, path: str, board: str, query: str, pointer: str
) -> None:
    answer = stranger.get(f"/v1/leaderboards/{board}{path.format(player=ada.player_id)}?{query}")
    assert faults(answer).keys() == {pointer}


@pytest.mark.parametrize("period", ["all", "month", "week", "day"])
@pytest.mark.parametrize("day", ["1970-01-01", "2024-02-29", "9998-12-31"])
def test_the_first_and_the_last_of_all_dates_have_boards(stranger: Client, period: str, day: str) -> None:
    gone = period in ("week", "day") and day < "9998"
    answer = stranger.get(f"/v1/leaderboards/score?period={period}&at={day}")
    assert answer.status_code == (410 if gone else 200)


@pytest.mark.parametrize("window", ["0", str(MOST_AROUND + 1), "-1", "1.0", "", "many"])
def test_a_window_is_plain_digits_within_bounds(stranger: Client, ada: Client, window: str) -> None:
    path = f"/v1/leaderboards/score/around/{ada.player_id}"
    assert faults(stranger.get(path, query_string={"window": window})).keys() == {"/window"}
    assert faults(stranger.get("/v1/leaderboards/score?window=1")).keys() == {"/window"}


@pytest.mark.parametrize("path", ["", "/score", "/score/around/{player}", "/score/places/{player}"])
def test_a_board_may_be_kept_for_a_second_and_the_list_of_boards_for_a_day(
    stranger: Client, ada: Client, day: date, path: str
) -> None:
    record(ada, a_game_of(ada, at(day)))
    address = f"/v1/leaderboards{path.format(player=ada.player_id)}"
    first = stranger.get(address)
    again = stranger.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Cache-Control"] == ("public, max-age=1" if path else "public, max-age=86400")
    assert (again.status_code, again.get_data()) == (304, b"")
