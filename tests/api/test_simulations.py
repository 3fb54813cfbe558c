"""Simulations over HTTP: for everyone, within a quota and a bound, and never at the cost of a 500."""

from __future__ import annotations

import os
import resource
import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from service.app import create_app
from service.game.rules import VARIANTS
from service.simulate.errors import SimulatorBusy, SimulatorUnavailable
from tests.api.client import Client, faults, slug

if TYPE_CHECKING:
    from service.config import Config
    from tests.api.conftest import Staged
    from tests.api.contract import Contract
    from tests.fakes import FakeSimulations

PATH = "/v1/simulations"


@pytest.fixture
def visitor(staged: Staged, contract: Contract) -> Client:
    """Somebody where nothing is really played."""
    return Client(staged.app, contract)


@pytest.fixture
def fake(staged: Staged) -> FakeSimulations:
    """What plays there."""
    return cast("FakeSimulations", staged.service.simulations)


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_of_every_variant_are_played_for_anyone(stranger: Client, variant: str) -> None:
    answer = stranger.post(PATH, {"variant": variant, "deals": 20_000, "seed": 7})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    body = answer.get_json()
    assert (body["variant"], body["deals"], body["seed"]) == (variant, 20_000, 7)
    assert sum(body["flips"].values()) == sum(body["hidden"].values()) == 20_000
    assert body["rate"]["low"] < body["rate"]["value"] == body["wins"] / 20_000 < body["rate"]["high"]
    assert body["chi_square"]["p_value"] > 1e-6


def test_the_same_seed_has_the_same_answer_byte_for_byte(stranger: Client) -> None:
    order = {"variant": "watch", "deals": 10_000, "seed": 2027}
    first, again, other = (stranger.post(PATH, order | more).get_data() for more in ({}, {}, {"seed": 2028}))
    assert first == again != other


def test_what_is_left_out_has_defaults(visitor: Client, fake: FakeSimulations) -> None:
    answers = [visitor.post(PATH).get_json() for _ in range(2)]
    assert [(order.variant, order.deals) for order in fake.orders] == [("standard", 100_000)] * 2
    assert answers[0]["seed"] != answers[1]["seed"]


@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        ({"deals": 0}, "/deals"),
        ({"deals": 1_000_001}, "/deals"),
        ({"deals": "1"}, "/deals"),
        ({"deals": 1.0}, "/deals"),
        ({"deals": None}, "/deals"),
        ({"seed": -1}, "/seed"),
        ({"seed": 2**53}, "/seed"),
        ({"seed": True}, "/seed"),
        ({"seed": "tea"}, "/seed"),
        ({"variant": "custom"}, "/variant"),
        ({"variant": ["watch"]}, "/variant"),
        ({"rules": {}}, "/rules"),
    ],
)
def test_an_order_that_cannot_be_played_says_why(
    visitor: Client, fake: FakeSimulations, order: dict[str, Any], pointer: str
) -> None:
    assert set(faults(visitor.post(PATH, order))) == {pointer}
    assert fake.orders == []


@pytest.mark.parametrize("order", [{"deals": 1, "seed": 0}, {"deals": 1_000_000, "seed": 2**53 - 1}])
def test_the_bounds_themselves_are_played(visitor: Client, order: dict[str, int]) -> None:
    assert visitor.post(PATH, order).status_code == 200


@pytest.mark.parametrize(
    ("refusal", "status", "kind"),
    [(SimulatorBusy(), 429, "simulator-busy"), (SimulatorUnavailable("it died"), 503, "simulator-unavailable")],
)
def test_what_is_not_played_is_a_problem_of_its_own(
    visitor: Client, fake: FakeSimulations, refusal: Exception, status: int, kind: str
) -> None:
    fake.refusal = refusal
    answer = visitor.post(PATH, {"deals": 1})
    assert (answer.status_code, slug(answer)) == (status, kind)
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.headers["RateLimit"].startswith('"simulations";r=9;')
    assert "died" not in answer.get_data(as_text=True)


def test_an_address_has_ten_a_minute_and_faults_cost_none(visitor: Client) -> None:
    assert visitor.post(PATH, {"deals": 0}).status_code == 422
    answers = [visitor.post(PATH, {"deals": 1}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert slug(answers[10]) == "quota-exceeded"
    assert answers[0].headers["RateLimit-Policy"] == '"simulations";q=10;w=60'
    assert int(answers[10].headers["Retry-After"]) == 6
    assert replace(visitor, address="192.0.2.7").post(PATH, {"deals": 1}).status_code == 200
    assert visitor.get("/healthz").status_code == 200


def test_quota_and_bound_are_settings(config: Config, contract: Contract) -> None:
    app = create_app(replace(config, simulations_per_minute=1))
    client = Client(app, contract)
    assert [client.post(PATH, {"deals": 1}).status_code for _ in range(2)] == [200, 429]
    app.extensions["clock"].close()


def test_what_takes_too_long_is_given_up(config: Config, contract: Contract) -> None:
    app = create_app(replace(config, simulation_timeout_ms=1))
    answer = Client(app, contract).post(PATH, {"deals": 1_000_000})
    assert (answer.status_code, slug(answer)) == (503, "simulator-unavailable")
    app.extensions["clock"].close()


def test_nothing_is_played_on_for_a_caller_who_has_gone(visitor: Client) -> None:
    ours, theirs = socket.socketpair()
    with ours:
        assert visitor.post(PATH, {"deals": 1}, environ={"gunicorn.socket": ours}).status_code == 200
        theirs.send(b"the next request")
        assert visitor.post(PATH, {"deals": 1}, environ={"gunicorn.socket": ours}).status_code == 200
        ours.recv(100)
        theirs.close()
        assert slug(visitor.post(PATH, {"deals": 1}, environ={"gunicorn.socket": ours})) == "simulator-unavailable"


def test_a_process_with_a_thousand_connections_plays_on(visitor: Client) -> None:
    number, (most, highest) = 1_500, resource.getrlimit(resource.RLIMIT_NOFILE)
    if most <= number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (number + 1, highest))
    first, theirs = socket.socketpair()
    with first, theirs, socket.socket(fileno=os.dup2(first.fileno(), number)) as high:
        assert visitor.post(PATH, {"deals": 1}, environ={"gunicorn.socket": high}).status_code == 200
