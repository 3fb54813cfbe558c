"""Logins: opened by secret or link code, ended here or everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.sessions import FAILURES, LINK_CODE_MS, SESSION_MS
from tests.api.client import faults, slug

if TYPE_CHECKING:
    from tests.api.client import Client
    from tests.api.conftest import Staged

NOBODY = "0191e3a0-7c00-7abc-8def-0123456789ab"
"""The id of no player."""


def test_a_secret_opens_a_login(ada: Client, stranger: Client) -> None:
    answer = stranger.post("/v1/sessions", {"player_id": ada.player_id, "secret": ada.secret})
    assert answer.status_code == 201
    assert answer.get_json()["scopes"] == ["play", "read"]
    assert stranger.with_token(answer.get_json()["token"]).get("/v1/players/me").get_json()["id"] == ada.player_id


def test_a_link_code_signs_a_second_device_in_once(ada: Client, stranger: Client) -> None:
    code = ada.post("/v1/link-codes").get_json()["code"]
    typed = f" {code[:4]}-{code[4:].lower()} "
    first, second = (stranger.post("/v1/sessions", {"link_code": text}) for text in (typed, code))
    assert first.status_code == 201
    assert stranger.with_token(first.get_json()["token"]).get("/v1/players/me").get_json()["id"] == ada.player_id
    assert (second.status_code, slug(second)) == (401, "bad-credentials")


def test_a_link_code_ends_after_five_minutes(staged: Staged, staged_ada: Client) -> None:
    code = staged_ada.post("/v1/link-codes").get_json()["code"]
    staged.memory.now += LINK_CODE_MS
    assert slug(staged_ada.post("/v1/sessions", {"link_code": code})) == "bad-credentials"


def test_a_login_slides_with_use_and_ends_without(staged: Staged, staged_ada: Client) -> None:
    staged.memory.now += SESSION_MS - 1
    assert staged_ada.get("/v1/players/me").status_code == 200
    staged.memory.now += SESSION_MS - 1
    assert staged_ada.get("/v1/players/me").status_code == 200
    staged.memory.now += SESSION_MS
    assert slug(staged_ada.get("/v1/players/me")) == "unauthenticated"


def test_a_login_to_look_cannot_play(ada: Client, stranger: Client) -> None:
    credentials = {"player_id": ada.player_id, "secret": ada.secret, "scopes": ["read"]}
    reader = stranger.with_token(stranger.post("/v1/sessions", credentials).get_json()["token"])
    game = ada.deal()
    assert reader.get(f"/v1/games/{game['id']}").get_json() == game
    refused = [
        reader.post("/v1/games"),
        reader.post(f"/v1/games/{game['id']}/step"),
        reader.post(f"/v1/games/{game['id']}/autoplay"),
        reader.delete(f"/v1/games/{game['id']}"),
        reader.post("/v1/commitments"),
        reader.post("/v1/link-codes"),
        reader.post("/v1/players/me/secret"),
        reader.patch("/v1/players/me", {"display_name": "Eve"}),
        reader.delete("/v1/players/me"),
        reader.delete("/v1/sessions"),
    ]
    assert [(answer.status_code, slug(answer)) for answer in refused] == [(403, "insufficient-scope")] * 10
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


def test_signing_out_ends_this_login_and_no_other(ada: Client, stranger: Client) -> None:
    credentials = {"player_id": ada.player_id, "secret": ada.secret}
    other = stranger.with_token(stranger.post("/v1/sessions", credentials).get_json()["token"])
    assert ada.delete("/v1/sessions/current").status_code == 204
    assert slug(ada.get("/v1/players/me")) == "unauthenticated"
    assert other.get("/v1/players/me").status_code == 200


def test_signing_out_everywhere_ends_every_login_and_link_code(ada: Client, stranger: Client) -> None:
    credentials = {"player_id": ada.player_id, "secret": ada.secret}
    other = stranger.with_token(stranger.post("/v1/sessions", credentials).get_json()["token"])
    code = ada.post("/v1/link-codes").get_json()["code"]
    assert ada.delete("/v1/sessions").status_code == 204
    assert [slug(one.get("/v1/players/me")) for one in (ada, other)] == ["unauthenticated"] * 2
    assert slug(stranger.post("/v1/sessions", {"link_code": code})) == "bad-credentials"
    assert stranger.post("/v1/sessions", credentials).status_code == 201


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"player_id": NOBODY}, ""),
        ({"secret": "x"}, ""),
        ({"link_code": "x", "secret": "x"}, ""),
        ({"link_code": "x", "scopes": []}, "/scopes"),
        ({"link_code": "x", "scopes": ["admin"]}, "/scopes/0"),
        ({"link_code": "x", "scopes": "play"}, "/scopes"),
        ({"player_id": "me", "secret": "x"}, "/player_id"),
        ({"player_id": NOBODY + "\n", "secret": "x"}, "/player_id"),
        ({"link_code": "x", "admin": True}, "/admin"),
    ],
)
def test_a_sign_in_that_makes_no_sense_is_refused(stranger: Client, body: dict[str, object], pointer: str) -> None:
    assert pointer in faults(stranger.post("/v1/sessions", body))


@pytest.mark.parametrize(
    "body",
    [
        {"player_id": NOBODY, "secret": "x" * 43},
        {"link_code": ""},
        {"link_code": "00" + "0" * 12},
        {"link_code": "\u0661" * 14},
        {"link_code": "GG" + "0" * 12},
    ],
)
def test_what_opens_nothing_is_told_nothing(stranger: Client, body: dict[str, object]) -> None:
    answer = stranger.post("/v1/sessions", body)
    assert (answer.status_code, slug(answer)) == (401, "bad-credentials")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_repeated_failures_slow_an_address_down(stranger: Client, ada: Client) -> None:
    guess = {"player_id": ada.player_id, "secret": "x" * 43}
    answers = [stranger.post("/v1/sessions", guess) for _ in range(FAILURES.burst + 1)]
    assert [answer.status_code for answer in answers] == [401] * FAILURES.burst + [429]
    assert slug(answers[-1]) == "quota-exceeded"
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 6
    right = {"player_id": ada.player_id, "secret": ada.secret}
    assert stranger.post("/v1/sessions", right).status_code == 429


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Bearer x", "Basic QWRhOng=", "bearer", f"Bearer {NOBODY}.{'x' * 43}", "Bearer \xe9"],
)
def test_a_token_that_is_none_is_refused_with_a_challenge(stranger: Client, authorization: str) -> None:
    answer = stranger.get("/v1/players/me", headers={"Authorization": authorization})
    assert (answer.status_code, slug(answer)) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="clock"'


def test_the_scheme_is_read_in_either_case(ada: Client) -> None:
    answer = ada.with_token("").get("/v1/players/me", headers={"Authorization": f"bEARER {ada.token}"})
    assert answer.status_code == 200
