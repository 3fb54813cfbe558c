"""No refusal is for free: a live login pays for it, and whoever has none, the address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from service.api.analysis import COST
from service.api.web import web_app
from service.game.shuffle import shuffle
from service.play.quota import Policy
from tests.api.client import Client, slug
from tests.builders import some_seeds

if TYPE_CHECKING:
    from tests.api.conftest import Staged
    from tests.api.contract import Contract

GAME = "0191e3a0-7c00-7abc-8def-0123456789ab"
DEAD = f"{GAME}.{'x' * 43}"
LEFT = ['"player";r=2', '"player";r=1', '"player";r=0']
JSON = {"Content-Type": "application/json"}
FAULTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a field too many": ("POST", "/v1/games", {"json": {"x": 1}}),
    "a deck that is none": ("POST", "/v1/games", {"json": {"deal": {"kind": "custom", "deck": ["7H"]}}}),
    "half a document": ("POST", "/v1/games", {"data": b"{", "headers": JSON}),
    "another content type": ("POST", "/v1/games", {"data": b"x", "headers": {"Content-Type": "text/plain"}}),
    "a body without end": ("POST", "/v1/games", {"data": b" " * 70_000, "headers": JSON}),
    "a parameter too many": ("GET", "/v1/players/me?x=1", {}),
    "a limit that is none": ("GET", "/v1/games?limit=x", {}),
    "a cursor that is none": ("GET", "/v1/games?cursor=x", {}),
    "an If-Match that is none": ("POST", f"/v1/games/{GAME}/step", {"headers": {"If-Match": "x"}}),
    "a key that is none": ("POST", f"/v1/games/{GAME}/step", {"headers": {"Idempotency-Key": "x y"}}),
    "a name that is none": ("PATCH", "/v1/players/me", {"json": {"display_name": ""}}),
    "a parameter of a proof": ("GET", f"/v1/games/{GAME}/proof?x=1", {}),
}


@pytest.fixture
def strict(staged: Staged, contract: Contract) -> Client:
    """Somebody where players and addresses have three requests each."""
    staged.memory.policy = Policy("player", burst=3, interval_ms=1000)
    service = replace(staged.service, visitors=Policy("visitor", burst=3, interval_ms=1000))
    return Client(web_app(service, metrics_port=9000, metrics_folder=None), contract)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_player_is_charged_to_the_player_once(strict: Client, fault: str) -> None:
    ada = replace(strict, address="192.0.2.1").registered()
    method, path, more = FAULTS[fault]
    answers = [ada.send(method, path, **more) for _ in range(4)]
    assert [answer.headers["RateLimit"][:12] for answer in answers[:3]] == LEFT
    assert all(answer.status_code in (400, 413, 415, 422) for answer in answers[:3])
    assert slug(answers[3]) == "quota-exceeded"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_dead_token_is_told_so_before_anything_else_and_at_the_cost_of_its_address(
    strict: Client, fault: str
) -> None:
    method, path, more = FAULTS[fault]
    eve = strict.with_token(DEAD)
    answers = [eve.send(method, path, **more) for _ in range(4)]
    assert [slug(answer) for answer in answers] == ["unauthenticated"] * 3 + ["quota-exceeded"]
    assert answers[0].headers["RateLimit"].startswith('"visitor";r=2;')
    assert answers[0].headers["WWW-Authenticate"]


@pytest.mark.parametrize("token", ["", "x", DEAD])
@pytest.mark.parametrize("path", ["/v1/players/me", f"/v1/games/{GAME}", "/v1/games", "/v1/players/me/export"])
def test_without_a_login_an_address_is_not_refused_without_end(strict: Client, token: str, path: str) -> None:
    answers = [strict.with_token(token).get(path) for _ in range(4)]
    assert [slug(answer) for answer in answers] == ["unauthenticated"] * 3 + ["quota-exceeded"]


def test_a_login_that_may_not_pays_for_asking(strict: Client) -> None:
    ada = replace(strict, address="192.0.2.1").registered()
    credentials = {"player_id": ada.player_id, "secret": ada.secret, "scopes": ["read"]}
    reader = strict.with_token(strict.post("/v1/sessions", credentials).get_json()["token"])
    answers = [reader.post("/v1/games"), reader.post("/v1/games", {"x": 1}), reader.post("/v1/link-codes")]
    assert [slug(answer) for answer in answers] == ["insufficient-scope"] * 3
    assert [answer.headers["RateLimit"][:12] for answer in answers] == LEFT
    assert slug(reader.post("/v1/games")) == "quota-exceeded"


def test_public_answers_are_charged_to_the_address_whatever_the_token(strict: Client) -> None:
    ada = replace(strict, address="192.0.2.1").registered()
    seen = [strict.with_token(token).get(f"/v1/players/{ada.player_id}") for token in (ada.token, "x", "", "y")]
    assert [answer.status_code for answer in seen] == [200, 200, 200, 429]
    assert slug(strict.get(f"/v1/players/{ada.player_id}?x=1")) == "quota-exceeded"


def test_what_succeeds_is_charged_once(strict: Client) -> None:
    ada = strict.registered()
    left = [ada.get("/v1/players/me").headers["RateLimit"], ada.post("/v1/games").headers["RateLimit"]]
    assert [text[:12] for text in left] == ['"player";r=2', '"player";r=1']


def test_what_costs_more_counts_for_more_requests(staged: Staged, contract: Contract) -> None:
    visitor, deck = Client(staged.app, contract), {"deck": shuffle(some_seeds()).codes()}
    answers = visitor.get("/v1/odds"), visitor.post("/v1/analyses", deck)
    cheap, dear = (int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0]) for answer in answers)
    assert cheap - dear == COST


def test_an_analysis_can_be_had_where_the_quota_is_small(strict: Client) -> None:
    answers = [strict.post("/v1/analyses", {"deck": shuffle(some_seeds()).codes()}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
