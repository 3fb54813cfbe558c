"""Leaderboards over HTTP: who stands there, with which game, and who does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from service.app import create_app
from service.embedded.server import free_port
from service.play.identity import new_id
from tests.api.client import Client, faults, slug
from tests.api.ranking import TIED, brief, crowd, expected, top
from tests.api.recorded import MINUTE, a_game_of, a_quiet_day, at, deal_number, record, score, service_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from flask import Flask

    from service.config import Config
    from tests.api.contract import Contract

A_DAY = timedelta(days=1)


@pytest.fixture
def day() -> date:
    return a_quiet_day()


@pytest.mark.parametrize("way", ["around", "places"])
def test_whoever_has_no_place_is_not_ranked(stranger: Client, ada: Client, bob: Client, day: date, way: str) -> None:
    record(ada, a_game_of(ada, at(day), deal_number(lambda game: game.status == "lost")))
    where = f"period=day&at={day}"
    for path in (
        f"score/{way}/{bob.player_id}?{where}",
        f"score/{way}/{new_id()}?{where}",
        f"score/{way}/{ada.player_id}?period=day&at={day + A_DAY}",
        f"score/{way}/{ada.player_id}?variant=watch&{where}",
        f"fastest_clear/{way}/{ada.player_id}?{where}",
        f"luck/{way}/{ada.player_id}?{where}",
        f"sprint_wins/{way}/{ada.player_id}?{where}",
    ):
        answer = stranger.get(f"/v1/leaderboards/{path}")
        assert (answer.status_code, slug(answer)) == (404, "not-ranked"), path


def test_a_player_stands_once_with_the_best_game_and_of_equals_with_the_first(
    stranger: Client, ada: Client, day: date
) -> None:
    lost = deal_number(lambda game: game.status == "lost")
    won = deal_number(lambda game: game.status == "won")
    games = [a_game_of(ada, at(day, minute * MINUTE), number) for minute, number in ((1, lost), (5, won), (3, won))]
    record(ada, *games)
    (row,) = top(stranger, "score", day)
    assert (row["game_id"], row["value"]) == (games[2].id, score(games[2]))
    assert row["achieved_at"] == ada.get(f"/v1/players/{ada.player_id}/results").get_json()["items"][1]["finished_at"]


def test_the_board_of_luck_begins_with_twenty_deals(stranger: Client, ada: Client, day: date) -> None:
    games = [a_game_of(ada, at(day, number * MINUTE), number) for number in range(20)]
    record(ada, *games[:19])
    assert top(stranger, "luck", day) == []
    record(ada, games[19])
    (row,) = top(stranger, "luck", day)
    statistics = stranger.get(f"/v1/players/{ada.player_id}").get_json()["statistics"]
    assert row["value"] == statistics["luck"]
    assert row["game_id"] in {game.id for game in games}


def test_practice_games_and_those_in_play_are_on_no_board(stranger: Client, ada: Client) -> None:
    ada.finish(ada.deal(practice=True)["id"])
    ada.finish(ada.deal(rules={"dealing": "packets"})["id"])
    ada.deal()
    assert slug(stranger.get(f"/v1/leaderboards/score/places/{ada.player_id}")) == "not-ranked"


def test_every_row_names_a_game_whose_proof_anyone_can_fetch(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    crowd(app, contract, day, list(range(20)))
    followed = 0
    for board in ("score", "closest_call", "win_streak"):
        for row in top(stranger, board, day):
            proof = stranger.get(f"/v1/games/{row['game_id']}/proof")
            assert proof.status_code == 200
            assert len(proof.get_json()["deck"]) == 52
            followed += 1
    assert followed > 30


def test_another_name_shows_at_once(stranger: Client, ada: Client, day: date) -> None:
    record(ada, a_game_of(ada, at(day)))
    assert [row["player"]["display_name"] for row in top(stranger, "score", day)] == ["Ada"]
    ada.patch("/v1/players/me", {"display_name": "Countess"})
    assert [row["player"]["display_name"] for row in top(stranger, "score", day)] == ["Countess"]


def test_places_close_up_when_a_player_is_erased(app: Flask, contract: Contract, stranger: Client, day: date) -> None:
    played = crowd(app, contract, day, TIED)
    while len(played) > 1:
        gone, _ = played.pop(len(played) // 2)
        assert gone.delete("/v1/players/me").status_code == 204
        assert brief(top(stranger, "score", day)) == expected(played)
        answer = stranger.get(f"/v1/leaderboards/score/places/{gone.player_id}?period=day&at={day}")
        assert slug(answer) == "not-ranked"


def test_a_banned_player_is_on_no_board_and_keeps_profile_and_results(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    played = crowd(app, contract, day, TIED)
    banned, game = played[2]
    before = stranger.get(f"/v1/players/{banned.player_id}/results").get_json()
    service_of(app).players.ban(banned.player_id)
    rest = [pair for pair in played if pair[0] is not banned]
    assert brief(top(stranger, "score", day)) == expected(rest)
    for way in ("around", "places"):
        assert (
            slug(stranger.get(f"/v1/leaderboards/score/{way}/{banned.player_id}?period=day&at={day}")) == "not-ranked"
        )
    assert stranger.get(f"/v1/players/{banned.player_id}").get_json()["statistics"]["dealt"] == 1
    assert stranger.get(f"/v1/players/{banned.player_id}/results").get_json() == before
    assert stranger.get(f"/v1/games/{game.id}/proof").status_code == 200
    service_of(app).players.unban(banned.player_id)
    assert brief(top(stranger, "score", day)) == expected(played)


@pytest.fixture
def without_postgres(config: Config, contract: Contract) -> Iterator[Client]:
    """A player's client of a service whose database is away, and whose live store knows the player."""
    whole = create_app(config)
    player = Client(whole, contract).registered("Ada")
    away = create_app(replace(config, database_url=f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"))
    yield replace(player, app=away)
    for one in (whole, away):
        service_of(one).close()


def test_without_postgres_boards_are_unavailable_and_games_go_on(without_postgres: Client) -> None:
    player = without_postgres.player_id
    for path in (
        "/v1/leaderboards/score",
        f"/v1/leaderboards/score/around/{player}",
        f"/v1/leaderboards/score/places/{player}",
        f"/v1/players/{player}",
        "/v1/fairness",
    ):
        answer = without_postgres.get(path)
        assert (answer.status_code, slug(answer)) == (503, "store-unavailable"), path
        assert answer.headers["Retry-After"]
    assert without_postgres.get("/v1/leaderboards").status_code == 200
    assert without_postgres.finish(without_postgres.deal()["id"])["result"]["recorded"] is False


def test_what_is_wrong_with_a_request_is_told_without_postgres(without_postgres: Client) -> None:
    assert faults(without_postgres.get("/v1/leaderboards/fewest_restarts?variant=standard"))
    assert slug(without_postgres.get("/v1/leaderboards/none")) == "not-found"
