"""What every request passes: ids, headers, logs, limits, the Host, proxies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from structlog.contextvars import get_contextvars
from structlog.testing import capture_logs

from service.api.web import web_app
from service.play.quota import Policy
from tests.api.client import Client, slug

if TYPE_CHECKING:
    from flask import Flask

    from tests.api.conftest import Staged
    from tests.api.contract import Contract

ALL = ["/", "/healthz", "/nowhere", "/v1/games", "/docs", "/problems/not-found", "/v1/openapi.json"]


@pytest.mark.parametrize("given", ["a", "4f2a-9c.61_E8", "x" * 64])
def test_a_sane_request_id_is_kept(stranger: Client, given: str) -> None:
    answer = stranger.get("/nowhere", headers={"X-Request-Id": given})
    assert answer.headers["X-Request-Id"] == answer.get_json()["request_id"] == given


@pytest.mark.parametrize("given", ["", " ", "x" * 65, "a b", "é", "../x", "<b>", "a\tb", "-x"])
def test_any_other_request_id_is_replaced(stranger: Client, given: str) -> None:
    first, second = (stranger.get("/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"] for _ in "12")
    assert len(first) == 32
    assert given != first != second


@pytest.mark.parametrize("path", ALL)
def test_browsers_of_any_origin_may_read_every_answer(stranger: Client, path: str) -> None:
    headers = stranger.get(path, headers={"Origin": "https://example.org"}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in headers
    exposed = set(headers["Access-Control-Expose-Headers"].split(", "))
    assert exposed >= {"ETag", "Location", "Idempotency-Replayed", "RateLimit", "RateLimit-Policy", "Retry-After"}
    assert "X-Request-Id" in exposed


def test_a_preflight_allows_what_the_api_takes(stranger: Client) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    answer = stranger.send("OPTIONS", "/v1/games", headers=asked)
    assert answer.status_code == 204
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert {"GET", "POST", "PATCH", "DELETE"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    taken = {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "X-Request-Id"}
    taken |= {"Last-Event-ID"}
    assert taken <= set(answer.headers["Access-Control-Allow-Headers"].split(", "))


@pytest.mark.parametrize("path", ALL)
def test_every_answer_keeps_browsers_from_guessing_and_framing(stranger: Client, path: str) -> None:
    headers = stranger.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe-eval" not in headers["Content-Security-Policy"]


def test_private_answers_and_problems_are_not_kept(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}"
    for answer in (
        ada.get(path),
        ada.get("/v1/games"),
        ada.get("/v1/players/me"),
        ada.get("/nowhere"),
        ada.post(path),
    ):
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_ranked_proof_may_be_kept_for_ever(ada: Client, stranger: Client) -> None:
    game = ada.finish(ada.deal()["id"])
    answer = stranger.get(f"/v1/games/{game['id']}/proof")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = stranger.get(f"/v1/games/{game['id']}/proof", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/healthz", "/v1/players/me", "/v1/games", "/nowhere", "/docs"])
def test_head_is_get_without_the_body(ada: Client, path: str) -> None:
    got, headed = ada.get(path), ada.send("HEAD", path)
    assert (headed.status_code, headed.get_data()) == (got.status_code, b"")
    assert headed.headers["Content-Length"] == got.headers["Content-Length"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_safe_methods_change_nothing(ada: Client, method: str) -> None:
    game = ada.deal()
    for path in ("", "/step", "/autoplay", "/moves", "/proof"):
        ada.send(method, f"/v1/games/{game['id']}{path}")
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


@pytest.mark.parametrize("path", ["/", "/healthz", "/v1/games", "/nowhere"])
def test_a_request_without_a_host_is_refused(stranger: Client, path: str) -> None:
    answer = stranger.get(path, environ={"HTTP_HOST": ""})
    assert (answer.status_code, slug(answer)) == (400, "bad-request")


@pytest.mark.parametrize("path", ["/healthz", "/v1/games", "/nowhere"])
@pytest.mark.parametrize(
    "host", [" ", "a b", "[", "[::zz", "[::1", "::1", "a/b", "a@b", "a?b", "x:y", "\xff", "x" * 300]
)
def test_a_host_that_is_none_is_refused(stranger: Client, host: str, path: str) -> None:
    answer = stranger.get(path, environ={"HTTP_HOST": host})
    assert (answer.status_code, slug(answer)) == (400, "bad-request")


@pytest.mark.parametrize("host", ["clock.example", "a_b:8000", "10.0.0.1", "[::1]:8000", "xn--z8h.la:"])
def test_a_host_of_any_kind_is_taken(stranger: Client, host: str) -> None:
    assert stranger.get("/healthz", environ={"HTTP_HOST": host}).status_code == 200


def test_one_line_is_logged_for_every_request(ada: Client) -> None:
    game = ada.deal()["id"]
    with capture_logs() as logs:
        ada.post(f"/v1/games/{game}/step", headers={"X-Request-Id": "mine"})
        bound = get_contextvars()
        ada.get("/nowhere")
    first, second = logs
    assert (first["event"], first["method"], first["operation"]) == ("request", "POST", "step_game")
    assert (first["status"], first["path"]) == (200, f"/v1/games/{game}/step")
    assert (second["status"], second["operation"], second["problem"]) == (404, "none", "not-found")
    assert bound == {"request_id": "mine", "player_id": ada.player_id, "game_id": game}
    assert "player_id" not in get_contextvars()


def test_probes_that_find_all_well_are_logged_for_debugging_alone(stranger: Client) -> None:
    with capture_logs() as logs:
        for path in ("/healthz", "/readyz"):
            stranger.get(path)
        stranger.post("/healthz")
    assert [line["log_level"] for line in logs] == ["debug", "debug", "info"]


def test_secrets_and_tokens_are_not_logged(stranger: Client) -> None:
    with capture_logs() as logs:
        ada = stranger.registered()
        fresh = ada.post("/v1/players/me/secret").get_json()["secret"]
        code = ada.post("/v1/link-codes").get_json()["code"]
        token = stranger.post("/v1/sessions", {"link_code": code}).get_json()["token"]
        stranger.post("/v1/sessions", {"player_id": ada.player_id, "secret": ada.secret})
        ada.get(f"/v1/games?cursor={token}")
    written = str(logs)
    assert len(logs) == 6
    assert not [hidden for hidden in (ada.secret, ada.token, fresh, code, token) if hidden in written]


def test_a_player_who_asks_too_often_is_told_how_long_to_wait(staged: Staged, contract: Contract) -> None:
    staged.memory.policy = Policy("player", burst=3, interval_ms=2500)
    ada = Client(staged.app, contract).registered()
    answers = [ada.get("/v1/players/me") for _ in range(4)]
    assert [answer.headers["RateLimit"] for answer in answers] == [
        '"player";r=2;t=3', '"player";r=1;t=5', '"player";r=0;t=8', '"player";r=0;t=8',
    ]  # fmt: skip
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"player";q=3;w=8'}
    assert (answers[3].status_code, slug(answers[3]), answers[3].headers["Retry-After"]) == (
        429,
        "quota-exceeded",
        "3",
    )
    staged.memory.now += 2500
    assert ada.get("/v1/players/me").status_code == 200


def test_an_address_opens_60_accounts_a_minute(staged: Staged, contract: Contract) -> None:
    somebody, other = Client(staged.app, contract), Client(staged.app, contract, address="192.0.2.1")
    answers = [somebody.post("/v1/players", {"display_name": "x"}) for _ in range(61)]
    assert [answer.status_code for answer in answers] == [201] * 60 + [429]
    assert answers[0].headers["RateLimit-Policy"] == '"new-players";q=60;w=60'
    assert answers[60].headers["Retry-After"] == "1"
    assert other.post("/v1/players", {"display_name": "x"}).status_code == 201


def test_visitors_are_counted_by_address_and_the_site_of_it(staged: Staged, contract: Contract, ada: Client) -> None:
    service = replace(staged.service, visitors=Policy("visitor", burst=1, interval_ms=1000))
    app = web_app(service, metrics_port=9000, metrics_folder=None)
    path = f"/v1/players/{ada.player_id}"
    statuses = [
        Client(app, contract, address=address).get(path).status_code
        for address in (
            "2001:db8::1",
            "2001:db8::2",
            "2001:db8:0:1::1",
            "192.0.2.1",
            "192.0.2.2",
            "::ffff:192.0.2.1",
            "",
        )
    ]
    assert statuses == [404, 429, 404, 404, 404, 429, 404]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [(0, "198.51.100.7", "10.0.0.1"), (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"), (1, "", "10.0.0.1"),
     (2, "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"), (1, "rubbish", "rubbish")],
)  # fmt: skip
def test_only_configured_proxies_are_believed(
    staged: Staged, contract: Contract, proxies: int, forwarded: str, counted: str
) -> None:
    app = web_app(staged.service, metrics_port=9000, metrics_folder=None, proxies=proxies)
    somebody = Client(app, contract, address="10.0.0.1")
    somebody.post("/v1/players", {"display_name": "x"}, headers={"X-Forwarded-For": forwarded})
    assert ("new-players", counted) in staged.memory.due


def test_https_is_insisted_on_behind_a_proxy_that_speaks_it(staged: Staged, app: Flask) -> None:
    secure = web_app(staged.service, metrics_port=9000, metrics_folder=None, proxies=1)
    headers = {"X-Forwarded-Proto": "https"}
    answered = secure.test_client().get("/healthz", headers=headers).headers
    assert answered["Strict-Transport-Security"].startswith("max-age=")
    assert "Strict-Transport-Security" not in app.test_client().get("/healthz", headers=headers).headers
