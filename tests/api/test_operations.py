"""Health, readiness, metrics, documentation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.api.web import web_app
from service.play.errors import StoreUnavailable
from tests.api.client import Client, slug

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.api.conftest import Staged
    from tests.api.contract import Contract

METRICS = "http://localhost:9000"


def refused() -> str | None:
    raise StoreUnavailable("redis")


def test_a_living_process_says_so_without_touching_a_store(contract: Contract) -> None:
    nobody = Client(web_app(None, metrics_port=9000, metrics_folder=None), contract)
    assert nobody.get("/healthz").get_json() == {"status": "ok"}


def test_a_service_with_all_its_stores_is_ready(stranger: Client) -> None:
    answer = stranger.get("/readyz")
    assert answer.get_json() == {"status": "ready", "checked": ["redis", "postgres"]}


@pytest.mark.parametrize(
    ("check", "named"),
    [
        (refused, "Redis does not answer."),
        (lambda: "migrations have not been run: 0002", "Migrations have not been run"),
    ],
)
def test_what_is_missing_is_named(
    staged: Staged, contract: Contract, check: Callable[[], str | None], named: str
) -> None:
    service = replace(staged.service, checks={"store": check})
    answer = Client(web_app(service, metrics_port=9000, metrics_folder=None), contract).get("/readyz")
    assert (answer.status_code, slug(answer), answer.headers["Retry-After"]) == (503, "not-ready", "2")
    assert answer.get_json()["detail"].startswith(named)


def test_metrics_are_on_their_port_alone(ada: Client) -> None:
    ada.deal()
    page = ada.get("/metrics", base_url=METRICS)
    assert page.mimetype == "text/plain"
    assert re.search(
        r'clock_http_requests_total\{operation="deal_game",status="201"\} \d', page.get_data(as_text=True)
    )
    assert 'operation="deal_game"' in page.get_data(as_text=True)
    assert slug(ada.get("/metrics")) == "not-found"
    for path in ("/", "/v1/games", "/healthz"):
        assert slug(ada.app.test_client().get(path, base_url=METRICS)) == "not-found"


def test_metrics_of_many_workers_are_read_from_their_folder(
    staged: Staged, contract: Contract, tmp_path: Path
) -> None:
    app = web_app(staged.service, metrics_port=9000, metrics_folder=tmp_path)
    assert Client(app, contract).get("/metrics", base_url=METRICS).get_data() == b""


def test_metrics_hold_no_names_that_callers_choose(ada: Client) -> None:
    ada.get("/nowhere-canary")
    ada.send("BREW", "/v1/games")
    text = ada.get("/metrics", base_url=METRICS).get_data(as_text=True)
    assert "canary" not in text
    assert ada.player_id not in text
    assert 'clock_http_problems_total{problem="not-found"}' in text


def test_the_documentation_uses_nothing_from_elsewhere(stranger: Client) -> None:
    page = stranger.get("/docs")
    text = page.get_data(as_text=True)
    for place in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert place.startswith("/docs/")
        assert stranger.get(place).status_code == 200
    (nonce,) = re.findall(r'<script nonce="([^"]+)">', text)
    assert f"script-src 'self' 'nonce-{nonce}'" in page.headers["Content-Security-Policy"]
    assert "http" not in text
    assert nonce not in stranger.get("/docs").get_data(as_text=True)


def test_the_landing_page_leads_to_places_that_exist(stranger: Client) -> None:
    places = stranger.get("/").get_json()
    assert [stranger.get(place).status_code for place in places.values() if place.startswith("/")] == [200] * 4


def test_the_description_is_served_and_may_be_kept(stranger: Client, contract: Contract) -> None:
    answer = stranger.get("/v1/openapi.json")
    assert answer.get_json() == contract.document
    again = stranger.get("/v1/openapi.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
