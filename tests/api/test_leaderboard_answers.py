"""Leaderboards over HTTP: what an answer says of the list that it shows, and of the rows of daily deals."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.api.ranking import BOARDS
from tests.api.recorded import HOUR, SECOND, a_game_of, a_quiet_day, at, deal_number, record

if TYPE_CHECKING:
    from datetime import date

    from tests.api.client import Client, Json
    from tests.api.contract import Contract

A_DAY = timedelta(days=1)
WAYS = ["", "/around/{player}", "/places/{player}"]
LIST = "board", "variant", "period", "from", "until"


@pytest.fixture
def day() -> date:
    return a_quiet_day()


def told(anyone: Client, path: str) -> tuple[str | None, ...]:
    """Which list an answer says that it shows."""
    answer: Json = anyone.get(f"/v1/leaderboards/{path}").get_json()
    return tuple(answer[name] for name in LIST)


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_says_which_list_it_shows(stranger: Client, ada: Client, day: date, way: str) -> None:
    record(ada, a_game_of(ada, at(day), variant="watch"))
    where = f"score{way.format(player=ada.player_id)}?variant=watch"
    monday, first = day - timedelta(days=day.weekday()), day.replace(day=1)
    for period, since, until in (
        ("day", day, day + A_DAY),
        ("week", monday, monday + 7 * A_DAY),
        ("month", first, (first + 31 * A_DAY).replace(day=1)),
    ):
        shown = told(stranger, f"{where}&period={period}&at={day}")
        assert shown == ("score", "watch", period, since.isoformat(), until.isoformat())
    assert told(stranger, f"{where}&at={day}") == ("score", "watch", "all", None, None)


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_says_what_was_left_unsaid(stranger: Client, ada: Client, day: date, way: str) -> None:
    record(ada, a_game_of(ada, at(day), variant="perpetual"), a_game_of(ada, at(day), mode="placement", day=day))
    way = way.format(player=ada.player_id)
    assert told(stranger, f"fewest_restarts{way}") == ("fewest_restarts", "perpetual", "all", None, None)
    of_the_day = day.isoformat(), (day + A_DAY).isoformat()
    assert told(stranger, f"daily{way}?at={day}") == ("daily", "standard", "day", *of_the_day)


def test_the_last_days_of_a_year_and_of_a_leap_february_end_with_the_first_of_the_next_month(
    stranger: Client,
) -> None:
    assert told(stranger, "score?period=month&at=2028-02-29")[3:] == ("2028-02-01", "2028-03-01")
    assert told(stranger, "score?period=day&at=2028-02-29")[3:] == ("2028-02-29", "2028-03-01")
    assert told(stranger, "score?period=month&at=2029-12-31")[3:] == ("2029-12-01", "2030-01-01")
    assert told(stranger, "score?period=week&at=2029-12-31")[3:] == ("2029-12-31", "2030-01-07")


def test_rows_and_places_of_daily_deals_say_which_dials_were_cleared(
    stranger: Client, ada: Client, bob: Client, day: date
) -> None:
    won = deal_number(lambda game: game.status == "won")
    lost = deal_number(lambda game: game.status == "lost")
    record(
        ada,
        a_game_of(ada, at(day, 2 * HOUR), won, mode="placement", elapsed_ms=90 * SECOND, day=day),
        a_game_of(bob, at(day, 2 * HOUR), lost, mode="placement", elapsed_ms=10 * SECOND, day=day),
    )
    expected = [(ada.player_id, 90_000, True), (bob.player_id, 10_000, False)]
    for way in ("", f"/around/{ada.player_id}", f"/around/{bob.player_id}"):
        rows = stranger.get(f"/v1/leaderboards/daily{way}?at={day}").get_json()["items"]
        assert [(row["player"]["id"], row["value"], row["cleared"]) for row in rows] == expected
    for player_id, value, cleared in expected:
        place = stranger.get(f"/v1/leaderboards/daily/places/{player_id}?at={day}").get_json()
        assert (place["value"], place["cleared"]) == (value, cleared)


def test_where_boards_do_not_tell_cleared_dials_apart_nothing_is_said_of_them(
    stranger: Client, ada: Client, day: date
) -> None:
    won = deal_number(lambda game: game.status == "won")
    restarted = deal_number(lambda game: game.restarts > 0, "perpetual")
    games = [a_game_of(ada, at(day, number * SECOND), number) for number in range(20)]
    record(
        ada,
        *games,
        a_game_of(ada, at(day, HOUR), won, mode="placement"),
        a_game_of(ada, at(day, HOUR), restarted, variant="perpetual"),
    )
    looked_at = set()
    for board in BOARDS - {"daily"}:
        path = f"/v1/leaderboards/{board}"
        rows = stranger.get(f"{path}?period=day&at={day}").get_json()["items"]
        if rows:
            place = stranger.get(f"{path}/places/{ada.player_id}?period=day&at={day}").get_json()
            assert [row["cleared"] for row in rows] == [None] == [place["cleared"]]
            looked_at.add(board)
    assert looked_at == {"score", "fastest_clear", "closest_call", "fewest_restarts", "win_streak", "luck"}


def test_the_description_names_the_boards_in_their_addresses(contract: Contract) -> None:
    named = [
        set(parameter["schema"]["enum"])
        for path, operations in contract.document["paths"].items()
        for parameter in operations.get("parameters", [])
        if path.startswith("/v1/leaderboards/") and parameter["name"] == "board"
    ]
    assert named == [BOARDS] * 3


@pytest.mark.parametrize("shape", ["Standing", "Best", "RecordedResult"])
def test_the_description_says_from_when_a_proof_can_be_fetched(contract: Contract, shape: str) -> None:
    described = contract.document["components"]["schemas"][shape]["properties"]["game_id"]["description"]
    assert "that of a daily deal from the moment at which its day closes." in described
