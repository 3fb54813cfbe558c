"""Accounts that say they are bots, over HTTP."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.api.racing import race_of

if TYPE_CHECKING:
    from tests.api.client import Client


def a_bot(stranger: Client) -> Client:
    welcome = stranger.post("/v1/players", {"display_name": "Bot 1", "bot": True}).get_json()
    return replace(stranger, token=welcome["session"]["token"], player_id=welcome["player"]["id"])


def test_whoever_does_not_say_so_is_no_bot(stranger: Client) -> None:
    said = [{}, {"bot": False}, {"bot": True}]
    told = [stranger.post("/v1/players", {"display_name": "Ada"} | more).get_json() for more in said]
    assert [welcome["player"]["bot"] for welcome in told] == [False, False, True]


def test_everyone_can_see_it_and_a_renamed_bot_is_one_still(stranger: Client) -> None:
    bot = a_bot(stranger)
    assert bot.patch("/v1/players/me", {"display_name": "Ada"}).get_json()["bot"]
    assert bot.get("/v1/players/me").get_json()["bot"]
    assert stranger.get(f"/v1/players/{bot.player_id}").get_json()["bot"]
    assert bot.get("/v1/players/me/export").get_json()["player"]["bot"]


@pytest.mark.parametrize("bot", ["true", 1, None, []])
def test_what_is_neither_yes_nor_no_is_refused(stranger: Client, bot: object) -> None:
    answer = stranger.post("/v1/players", {"display_name": "Ada", "bot": bot})
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.get_json()["errors"]] == ["/bot"]


def test_nobody_becomes_or_ceases_to_be_a_bot(ada: Client) -> None:
    answer = ada.patch("/v1/players/me", {"display_name": "Ada", "bot": True})
    assert answer.status_code == 422
    assert not ada.get("/v1/players/me").get_json()["bot"]


def test_a_race_tells_of_each_racer_whether_it_is_a_bot_and_its_events_tell_of_seats_alone(
    ada: Client, stranger: Client
) -> None:
    racing = race_of(ada, a_bot(stranger))
    assert [entry["player"]["bot"] for entry in racing.seen()["entries"]] == [False, True]
    assert [(event["seat"], "player" in event) for event in racing.log()] == [(1, False), (2, False)]
