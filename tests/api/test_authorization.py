"""Who may do what: every route says so, and a stranger's things are as good as none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.api.declarations import noted
from service.play.identity import new_id
from tests.api.client import Client, slug

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.routing import Rule
    from werkzeug.test import TestResponse

PUBLIC = {
    "open_account", "sign_in", "show_player", "list_results", "list_player_races", "prove_game", "show_daily",
    "show_daily_of",
    "list_leaderboards", "show_leaderboard", "show_leaderboard_around", "show_place", "show_fairness",
    "simulate", "show_odds", "analyse_deal", "list_rules", "read_rules", "ask_quiz", "grade_quiz", "read_glossary",
    "read_mistakes", "read_labels", "check_save", "check_health", "check_readiness",
    "show_landing", "show_file",
    "describe_api", "list_problems", "explain_problem", "show_docs", "show_asset", "show_metrics",
}  # fmt: skip


def operations(app: Flask) -> list[tuple[str, Rule]]:
    """Every method with its rule, those of the framework aside."""
    return [
        (method, rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    ]


def test_every_route_has_declared_who_may_call_it(app: Flask) -> None:
    for _, rule in operations(app):
        declared = noted(app.view_functions[rule.endpoint])
        assert declared.access is not None, f"{rule} says nothing of who may call it"
        assert (declared.access != "signed_in") == (rule.endpoint.rpartition(".")[2] in PUBLIC)


def test_a_view_that_declares_nothing_would_be_found(staged_app_with_a_forgotten_view: Flask) -> None:
    (rule,) = staged_app_with_a_forgotten_view.url_map.iter_rules("forgotten")
    assert noted(staged_app_with_a_forgotten_view.view_functions[rule.endpoint]).access is None


def test_without_a_token_nothing_private_is_answered(app: Flask, ada: Client, stranger: Client) -> None:
    game, race = ada.deal(), ada.post("/v1/races", {"capacity": 2}).get_json()
    for method, rule in operations(app):
        if rule.endpoint.rpartition(".")[2] not in PUBLIC:
            path = rule.rule.replace("<id:game_id>", game["id"]).replace("<id:race_id>", race["id"])
            answer = stranger.send(method, path)
            assert (answer.status_code, slug(answer)) == (401, "unauthenticated"), rule
            assert answer.headers["WWW-Authenticate"]
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


BODIES = {"reprieve_game": {"decline": True}, "fork_game": {"pile": 7}}
"""What some operations cannot be asked without."""


def same_but_for(answer: TestResponse, name: str) -> tuple[object, ...]:
    """All of an answer, without what differs from request to request."""
    headers = {key: value for key, value in answer.headers if key not in ("X-Request-Id", "RateLimit", "Date")}
    text = answer.get_data(as_text=True).replace(name, "<id>")
    return answer.status, headers, text.replace(answer.headers["X-Request-Id"], "<request>")


@pytest.mark.parametrize("state", ["in play", "over", "abandoned"])
def test_a_strangers_game_is_exactly_like_none(app: Flask, ada: Client, bob: Client, state: str) -> None:
    theirs, none = ada.deal(practice=True)["id"], new_id(beside=bob.player_id)
    if state == "over":
        ada.finish(theirs)
    if state == "abandoned":
        ada.delete(f"/v1/games/{theirs}")
    before = ada.get(f"/v1/games/{theirs}").get_data()
    for method, rule in operations(app):
        if "<id:game_id>" in rule.rule:
            body = BODIES.get(rule.endpoint.rpartition(".")[2])
            found = [
                same_but_for(bob.send(method, rule.rule.replace("<id:game_id>", one), json=body), one)
                for one in (theirs, none)
            ]
            assert found[0] == found[1]
            assert str(found[0][0]).startswith("404")
    assert ada.get(f"/v1/games/{theirs}").get_data() == before


def test_a_strangers_game_is_like_none_under_conditions_too(ada: Client, bob: Client) -> None:
    theirs, none = ada.deal()["id"], new_id()
    paths = ("/step", "/autoplay", "/undo")
    for headers in ({"If-Match": '"1"'}, {"If-Match": '"9"'}, {"Idempotency-Key": "k"}, {"If-None-Match": '"1"'}):
        for method, path in (*(("POST", path) for path in paths), ("GET", ""), ("DELETE", "")):
            found = [
                same_but_for(bob.send(method, f"/v1/games/{one}{path}", headers=headers), one)
                for one in (theirs, none)
            ]
            assert found[0] == found[1]


def test_a_player_id_is_no_game_and_a_game_id_no_player(ada: Client) -> None:
    game = ada.deal()["id"]
    assert slug(ada.get(f"/v1/games/{ada.player_id}")) == "not-found"
    assert slug(ada.get(f"/v1/players/{game}")) == "not-found"


def test_a_token_with_another_players_id_opens_nothing(ada: Client, bob: Client) -> None:
    forged = bob.player_id + ada.token[len(ada.player_id) :]
    assert slug(ada.with_token(forged).get("/v1/players/me")) == "unauthenticated"


@pytest.mark.parametrize(
    "field",
    ["id", "player_id", "flips", "score", "status", "version", "created_at", "result", "elapsed_ms", "ranked"],
)
def test_nobody_sends_what_the_service_decides(ada: Client, field: str) -> None:
    game = ada.deal()
    steps = (f"/v1/games/{game['id']}/step", f"/v1/games/{game['id']}/autoplay")
    for path in ("/v1/games", *steps, "/v1/commitments", "/v1/races", "/v1/races/quick", "/v1/tickets"):
        assert slug(ada.post(path, {field: 1})) == "invalid-request"
    assert slug(ada.patch("/v1/players/me", {"display_name": "Ada", field: 1})) == "invalid-request"
