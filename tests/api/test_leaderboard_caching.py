"""Boards in front of caches: a second old at the most, told apart by their tags, the same for everyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.api.ranking import TIED, crowd
from tests.api.recorded import HOUR, a_game_of, a_quiet_day, at, deal_number, record

if TYPE_CHECKING:
    from datetime import date

    from flask import Flask

    from tests.api.client import Client
    from tests.api.contract import Contract

WAYS = ["", "/around/{player}", "/places/{player}"]


@pytest.fixture
def day() -> date:
    return a_quiet_day()


def path_to(way: str, day: date, player: str) -> str:
    return f"/v1/leaderboards/score{way.format(player=player)}?period=day&at={day}"


@pytest.mark.parametrize("way", WAYS)
def test_a_new_result_changes_the_tag_and_whoever_has_the_old_one_is_sent_the_rows(
    app: Flask, contract: Contract, stranger: Client, day: date, way: str
) -> None:
    played = crowd(app, contract, day, TIED)
    path = path_to(way, day, played[0][0].player_id)
    first = stranger.get(path)
    assert stranger.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    winner = deal_number(lambda game: game.status == "won")
    record(played[0][0], a_game_of(played[0][0], at(day, HOUR), winner))
    after = stranger.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (after.status_code, after.headers["ETag"] == first.headers["ETag"]) == (200, False)
    assert after.get_json() != first.get_json()


@pytest.mark.parametrize("way", WAYS[:2])
def test_a_new_name_shows_in_the_next_answer_under_another_tag(
    app: Flask, contract: Contract, stranger: Client, day: date, way: str
) -> None:
    (ada, _), *_ = crowd(app, contract, day, TIED)
    path = path_to(way, day, ada.player_id)
    tag = stranger.get(path).headers["ETag"]
    assert ada.patch("/v1/players/me", {"display_name": "Lovelace"}).status_code == 200
    after = stranger.get(path, headers={"If-None-Match": tag})
    assert after.status_code == 200
    names = {row["player"]["id"]: row["player"]["display_name"] for row in after.get_json()["items"]}
    assert names[ada.player_id] == "Lovelace"


@pytest.mark.parametrize("way", WAYS)
def test_a_head_says_what_a_get_says_without_the_rows(
    app: Flask, contract: Contract, stranger: Client, day: date, way: str
) -> None:
    (ada, _), *_ = crowd(app, contract, day, TIED)
    path = path_to(way, day, ada.player_id)
    whole, head = stranger.get(path), stranger.send("HEAD", path)
    assert (head.status_code, head.get_data()) == (200, b"")
    for name in ("ETag", "Cache-Control", "Content-Type", "Content-Length"):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize("way", WAYS)
def test_everyone_is_given_the_same_bytes_under_the_same_tag_whatever_they_would_rather_have(
    app: Flask, contract: Contract, stranger: Client, day: date, way: str
) -> None:
    (ada, _), (bob, _), *_ = crowd(app, contract, day, TIED)
    path = path_to(way, day, ada.player_id)
    answers = [client.get(path, headers={"Origin": "https://a.example"}) for client in (stranger, ada, bob)]
    answers.append(
        stranger.get(path, headers={"Accept-Encoding": "gzip", "Accept-Language": "de", "Accept": "text/html"})
    )
    assert {(answer.get_data(), answer.headers["ETag"]) for answer in answers} == {
        (answers[0].get_data(), answers[0].headers["ETag"])
    }
    for answer in answers:
        assert answer.headers["Cache-Control"] == "public, max-age=1"
        assert not {"Vary", "Set-Cookie", "Content-Encoding"} & set(answer.headers.keys())


@pytest.mark.parametrize("way", WAYS[1:])
def test_that_somebody_has_no_place_is_not_kept(stranger: Client, ada: Client, day: date, way: str) -> None:
    answer = stranger.get(path_to(way, day, ada.player_id))
    assert (answer.status_code, answer.headers.get("Cache-Control")) == (404, "no-store")
