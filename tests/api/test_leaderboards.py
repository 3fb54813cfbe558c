"""Leaderboards over HTTP: rows, places and neighbours; on real stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.api.schemas.leaderboards import MOST_AROUND
from tests.api.ranking import BOARDS, TIED, brief, crowd, expected, top
from tests.api.recorded import HOUR, SECOND, a_game_of, a_quiet_day, at, deal_number, record, score
from tests.api.test_lists import walk

if TYPE_CHECKING:
    from datetime import date

    from flask import Flask

    from tests.api.client import Client, Json
    from tests.api.contract import Contract


@pytest.fixture
def day() -> date:
    return a_quiet_day()


def figures(answer: Json) -> Json:
    """A place without the name of its list."""
    return {name: answer[name] for name in ("place", "tied", "players", "value", "percentile")}


def test_the_boards_are_listed_with_what_they_measure(stranger: Client) -> None:
    answer = stranger.get("/v1/leaderboards").get_json()
    boards = {board["board"]: board for board in answer["items"]}
    assert (set(boards), answer["next"]) == (BOARDS, None)
    assert boards["score"]["better"] == boards["luck"]["better"] == "more"
    assert boards["fastest_clear"]["better"] == boards["closest_call"]["better"] == "fewer"
    assert boards["fewest_restarts"]["variants"] == ["perpetual"]
    assert boards["daily"]["periods"] == ["day"]
    assert "perpetual" not in boards["closest_call"]["variants"]
    assert boards["score"]["periods"] == ["all", "month", "week", "day"]


def test_every_board_has_a_list_for_each_of_its_variants_and_periods(stranger: Client) -> None:
    asked = 0
    for board in stranger.get("/v1/leaderboards").get_json()["items"]:
        for variant in board["variants"]:
            for period in board["periods"]:
                path = f"/v1/leaderboards/{board['board']}?variant={variant}&period={period}&at=2029-12-31"
                assert stranger.get(path).status_code == 200
                asked += 1
    assert asked > 100


def test_rows_are_a_plain_sort_with_competition_places(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    played = crowd(app, contract, day, TIED)
    rows = top(stranger, "score", day)
    assert brief(rows) == expected(played)
    assert len({row["place"] for row in rows}) < len(rows)
    for row in rows:
        profile = stranger.get(f"/v1/players/{row['player']['id']}").get_json()
        assert row["player"] == {"id": profile["id"], "display_name": profile["display_name"]}


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 9])
def test_a_walk_shows_every_row_once_ties_included(
    app: Flask, contract: Contract, stranger: Client, day: date, limit: int
) -> None:
    played = crowd(app, contract, day, TIED)
    assert brief(walk(stranger, f"/v1/leaderboards/score?period=day&at={day}", limit)) == expected(played)


def test_games_recorded_during_a_walk_neither_hide_nor_repeat_a_row(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    played = crowd(app, contract, day, TIED)
    path = f"/v1/leaderboards/score?period=day&at={day}&limit=3"
    first = stranger.get(path).get_json()
    newcomers = crowd(app, contract, day, [6, 7, 8])
    rest = walk(stranger, f"{path}&cursor={first['next']}".replace("&limit=3", ""), 100)
    shown = [row["player"]["id"] for row in first["items"] + rest]
    known = [row["player"] for row in expected(played)]
    assert len(shown) == len(set(shown))
    assert [player for player in shown if player in known] == known
    assert brief(top(stranger, "score", day)) == expected(played + newcomers)


def test_a_place_says_how_many_share_it_and_how_many_are_no_better(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    played = crowd(app, contract, day, TIED)
    rows = expected(played)
    for row in rows:
        answer = stranger.get(f"/v1/leaderboards/score/places/{row['player']}?period=day&at={day}")
        assert figures(answer.get_json()) == {
            "place": row["place"],
            "tied": sum(other["value"] == row["value"] for other in rows) - 1,
            "players": len(rows),
            "value": row["value"],
            "percentile": 100 * (len(rows) - row["place"]) / (len(rows) - 1),
        }


def test_whoever_is_alone_has_the_first_place_of_one(stranger: Client, ada: Client, day: date) -> None:
    game = a_game_of(ada, at(day))
    record(ada, game)
    answer = stranger.get(f"/v1/leaderboards/score/places/{ada.player_id}?period=day&at={day}").get_json()
    assert figures(answer) == {"place": 1, "tied": 0, "players": 1, "value": score(game), "percentile": 100.0}


@pytest.mark.parametrize("window", [1, 2, 5, MOST_AROUND])
def test_around_a_player_stand_the_rows_that_the_board_has_there(
    app: Flask, contract: Contract, stranger: Client, day: date, window: int
) -> None:
    rows = expected(crowd(app, contract, day, TIED))
    for index, row in enumerate(rows):
        path = f"/v1/leaderboards/score/around/{row['player']}?period=day&at={day}&window={window}"
        around = stranger.get(path).get_json()
        assert brief(around["items"]) == rows[max(0, index - window) : index + window + 1]
        rest = rows[index + window + 1 :]
        assert (around["next"] is None) == (not rest)
        if rest:
            follow = f"/v1/leaderboards/score?period=day&at={day}&cursor={around['next']}"
            assert brief(walk(stranger, follow, 100)) == rest


def test_the_window_is_5_unless_said_otherwise(app: Flask, contract: Contract, stranger: Client, day: date) -> None:
    rows = expected(crowd(app, contract, day, [*TIED, 6, 7, 8, 9]))
    around = stranger.get(f"/v1/leaderboards/score/around/{rows[0]['player']}?period=day&at={day}").get_json()
    assert brief(around["items"]) == rows[:6]


def test_every_board_shows_what_it_is_for(stranger: Client, ada: Client, bob: Client, day: date) -> None:
    won = deal_number(lambda game: game.status == "won")
    lost = deal_number(lambda game: game.status == "lost")
    once = deal_number(lambda game: game.restarts == 1, "perpetual")
    loss = a_game_of(bob, at(day, HOUR), lost)
    record(
        ada,
        a_game_of(ada, at(day, HOUR), won, mode="placement", elapsed_ms=40 * SECOND),
        a_game_of(ada, at(day, 2 * HOUR), won, mode="placement", elapsed_ms=90 * SECOND, day=day),
        a_game_of(bob, at(day, 2 * HOUR), lost, mode="placement", elapsed_ms=10 * SECOND, day=day),
        a_game_of(bob, at(day, HOUR), once, variant="perpetual"),
        loss,
    )

    def shown(board: str, variant: str = "standard") -> list[tuple[str, float]]:
        return [(row["player"]["id"], row["value"]) for row in top(stranger, board, day, f"&variant={variant}")]

    assert shown("fastest_clear") == [(ada.player_id, 40_000)]
    assert shown("closest_call") == [(bob.player_id, loss.game.hidden)]
    assert shown("win_streak") == [(ada.player_id, 2)]
    assert shown("daily") == [(ada.player_id, 90_000), (bob.player_id, 10_000)]
    assert shown("fewest_restarts", "perpetual") == [(bob.player_id, 1)]
    assert shown("luck") == shown("sprint_wins") == shown("sprint_pace") == []
