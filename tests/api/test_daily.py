"""Daily deals over HTTP: promised before, played once, opened afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine

from service.api.context import EXTENSION
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds, shuffle
from service.play.days import closes_at
from tests.api.client import faults, slug

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from service.api.context import Service
    from tests.api.client import Client, Json

DAILY = {"kind": "daily"}
A_DAY = timedelta(days=1)


@pytest.fixture
def service(app: Flask) -> Service:
    found: Service = app.extensions[EXTENSION]
    return found


@pytest.fixture
def travel(app: Flask, service: Service, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the service take another instant for the present; its stores go on as they are."""

    def to(instant: int) -> None:
        monkeypatch.setitem(app.extensions, EXTENSION, replace(service, now=lambda: instant))

    return to


def daily(client: Client, day: str = "") -> Json:
    answer = client.get(f"/v1/daily/{day}" if day else "/v1/daily")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    found: Json = answer.get_json()
    return found


def deal_of(day: Json, variant: str) -> Json:
    found: Json = next(deal for deal in day["variants"] if deal["variant"] == variant)
    return found


def without_tallies(day: Json) -> Json:
    deals = [deal | {"attempts": None, "cleared": None} for deal in day["variants"]]
    return {key: value for key, value in day.items() if key != "tomorrow"} | {"variants": deals}


@pytest.mark.parametrize("variant", VARIANTS)
def test_everyone_is_dealt_the_deal_that_was_promised_in_either_mode(
    stranger: Client, ada: Client, bob: Client, variant: str
) -> None:
    today = daily(stranger)
    mine = ada.deal(variant=variant, deal=DAILY)
    theirs = bob.deal(variant=variant, deal=DAILY, mode="placement")
    assert (mine["mode"], theirs["mode"]) == ("reveal", "placement")
    assert mine["hand"] == theirs["hand"]
    for game in (mine, theirs):
        assert (game["deal_kind"], game["ranked"], game["variant"]) == ("daily", True, variant)
        assert game["commitment"] == deal_of(today, variant)["commitment"]
        assert game["expires_at"] == today["closes_at"]


def test_a_player_has_one_attempt_at_a_variant_whatever_became_of_it(ada: Client, bob: Client) -> None:
    game = ada.deal(deal=DAILY)
    for _ in range(2):
        for mode in ("reveal", "placement"):
            refused = ada.post("/v1/games", {"deal": DAILY, "mode": mode})
            assert (refused.status_code, slug(refused)) == (409, "daily-already-played")
            assert refused.get_json()["game_id"] == game["id"]
        ada.delete(f"/v1/games/{game['id']}")
    assert ada.deal(deal=DAILY, variant="watch")["id"] != game["id"]
    assert bob.deal(deal=DAILY)["id"] != game["id"]


def test_a_repeated_request_is_no_second_attempt(ada: Client) -> None:
    key = {"Idempotency-Key": "once"}
    first, again = (ada.post("/v1/games", {"deal": DAILY}, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.get_data() == first.get_data()


def test_practice_and_rules_of_ones_own_have_no_daily_deal(ada: Client) -> None:
    assert faults(ada.post("/v1/games", {"deal": DAILY, "practice": True})).keys() == {"/practice"}
    own = {"dealing": "packets"}
    assert faults(ada.post("/v1/games", {"deal": DAILY, "rules": own})).keys() == {"/rules"}
    assert faults(ada.post("/v1/games", {"deal": DAILY | {"client_seed": "x"}})).keys() == {"/deal/client_seed"}
    assert ada.deal(deal=DAILY, rules={"opening_pile": 12})["variant"] == "twelve_start"


def test_a_daily_deal_is_proved_to_nobody_before_the_day_closes_and_to_everyone_after_it(
    stranger: Client, ada: Client, bob: Client, travel: Callable[[int], None]
) -> None:
    today = daily(stranger)
    game = ada.finish(ada.deal(deal=DAILY)["id"])
    address = f"/v1/games/{game['id']}/proof"
    closing = closes_at(date.fromisoformat(today["day"]))
    for instant in (None, closing - 1):
        if instant:
            travel(instant)
        for anyone in (ada, bob, stranger):
            refused = anyone.get(address)
            assert (refused.status_code, slug(refused)) == (409, "game-not-over")
            assert today["closes_at"] in refused.get_json()["detail"]
    travel(closing)
    deal = deal_of(daily(stranger, today["day"]), "standard")
    for anyone in (ada, bob, stranger):
        proof = anyone.get(address).get_json()
        assert {name: proof[name] for name in ("server_seed", "client_seed", "commitment")} == {
            name: deal[name] for name in ("server_seed", "client_seed", "commitment")
        }
        assert shuffle(Seeds(bytes.fromhex(deal["server_seed"]), deal["client_seed"])).codes() == proof["deck"]


def test_seeds_open_when_the_day_closes_and_change_nothing_that_was_promised(
    stranger: Client, travel: Callable[[int], None]
) -> None:
    today = daily(stranger)
    assert [deal["server_seed"] for deal in today["variants"]] == [None] * len(VARIANTS)
    assert {deal["variant"] for deal in today["variants"]} == VARIANTS.keys()
    closing = closes_at(date.fromisoformat(today["day"]))
    travel(closing - 1)
    assert without_tallies(daily(stranger, today["day"])) == without_tallies(today)
    travel(closing)
    opened = daily(stranger, today["day"])
    for deal in opened["variants"]:
        assert Seeds(bytes.fromhex(deal["server_seed"])).commitment == deal["commitment"]
        deal["server_seed"] = None
    assert without_tallies(opened) == without_tallies(today)


def test_tomorrows_deals_are_those_that_are_shown_when_it_has_come(
    stranger: Client, travel: Callable[[int], None]
) -> None:
    today = daily(stranger)
    tomorrow = today["tomorrow"]
    assert tomorrow["day"] == str(date.fromisoformat(today["day"]) + A_DAY)
    assert daily(stranger, tomorrow["day"]) == tomorrow
    travel(closes_at(date.fromisoformat(today["day"])))
    assert without_tallies(daily(stranger)) == without_tallies(tomorrow)


def test_no_answer_holds_a_seed_before_it_opens(stranger: Client, ada: Client, service: Service) -> None:
    today = daily(stranger)
    dealt = ada.post("/v1/games", {"deal": DAILY})
    address = dealt.headers["Location"]
    answers = [dealt, ada.post(f"{address}/autoplay"), ada.get(address), ada.get(f"{address}/moves")]
    answers += [ada.post("/v1/games", {"deal": DAILY}), ada.get("/v1/games"), ada.get("/v1/players/me/export")]
    answers += [someone.get(f"{address}/proof") for someone in (ada, stranger)]
    answers += [stranger.get(f"/v1/daily{day}") for day in ("", f"/{today['day']}", f"/{today['tomorrow']['day']}")]
    seeds = [
        seed.hex()
        for day in (today["day"], today["tomorrow"]["day"])
        for seed in service.dailies.seeds(date.fromisoformat(day)).values()
    ]
    assert len(seeds) == 2 * len(VARIANTS)
    told = "\n".join(f"{answer.headers}{answer.get_data(as_text=True)}" for answer in answers)
    assert deal_of(today, "standard")["commitment"] in told
    assert not [seed for seed in seeds if seed in told]


@pytest.mark.parametrize(
    "day",
    ["2000-01-01", "9999-12-31", "0001-01-01", "2026-02-30", "20261130", "2026-w01-1", "today", "2026-11-30t00-00"],
)
def test_a_day_that_is_none_or_was_never_dealt_is_not_found(stranger: Client, day: str) -> None:
    answer = stranger.get(f"/v1/daily/{day}")
    assert (answer.status_code, slug(answer)) == (404, "not-found")
    assert "YYYY-MM-DD" in answer.get_json()["detail"]


def test_nobody_makes_the_seeds_of_days_that_are_far(stranger: Client, service: Service) -> None:
    today = date.fromisoformat(daily(stranger)["day"])
    for distance in (2, 3):
        assert stranger.get(f"/v1/daily/{today + distance * A_DAY}").status_code == 404
    for distance in (-365, 30, 365):
        day = today + distance * A_DAY
        assert stranger.get(f"/v1/daily/{day}").status_code == 404
        assert service.dailies.seeds(day) == {}


def test_a_days_games_are_counted_once_they_are_recorded(stranger: Client, ada: Client, service: Service) -> None:
    before = deal_of(daily(stranger), "perpetual")
    game = ada.finish(ada.deal(variant="perpetual", deal=DAILY)["id"])
    assert deal_of(daily(stranger), "perpetual") == before
    service.results.record([service.games.peek(game["id"])])
    after = deal_of(daily(stranger), "perpetual")
    cleared = game["result"]["title"] is not None
    assert after == before | {"attempts": before["attempts"] + 1, "cleared": before["cleared"] + cleared}


@pytest.mark.parametrize("hours", [-25, -1, 1, 25])
def test_a_host_whose_clock_is_wrong_deals_and_shows_the_same_day(
    stranger: Client, ada: Client, service: Service, hours: int
) -> None:
    today = daily(stranger)
    with time_machine.travel((service.now() + hours * 3_600_000) / 1000):
        assert without_tallies(daily(stranger)) == without_tallies(today)
        game = ada.deal(deal=DAILY)
    assert game["commitment"] == deal_of(today, "standard")["commitment"]
    assert game["expires_at"] == today["closes_at"]


@pytest.mark.parametrize("named", [False, True])
def test_a_day_may_be_kept_for_a_short_time(stranger: Client, named: bool) -> None:
    path = f"/v1/daily/{daily(stranger)['tomorrow']['day']}" if named else "/v1/daily"
    first = stranger.get(path)
    again = stranger.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Cache-Control"] == "public, max-age=60"
    assert (again.status_code, again.get_data()) == (304, b"")


def test_a_named_variant_in_options_is_that_variants_daily_deal(ada: Client) -> None:
    rules: dict[str, Any] = {"on_lock": "restart"}
    assert Rules(**rules) == VARIANTS["perpetual"]
    game = ada.deal(deal=DAILY, rules=rules)
    refused = ada.post("/v1/games", {"deal": DAILY, "variant": "perpetual"})
    assert (slug(refused), refused.get_json()["game_id"]) == ("daily-already-played", game["id"])
