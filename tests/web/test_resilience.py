"""The API busy, without its store, or away: each page says so in words, and goes on by itself when it is back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.routes import ROUTES

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.complaints import Complaints
    from tests.web.routes import Known

IN_WORDS = re.compile("server", re.IGNORECASE)
LONGER_THAN_IT_WAITS_MS = 40_000


@dataclass
class Fault:
    """What becomes of every request to the API meanwhile; no status is no answer."""

    status: int | None
    slug: str
    met: list[str] = field(default_factory=list)

    def __call__(self, route: Route) -> None:
        self.met.append(route.request.url)
        if self.status is None:
            return route.abort("connectionrefused")
        problem = {"type": f"/problems/{self.slug}", "title": self.slug, "status": self.status, "detail": "."}
        return route.fulfill(
            status=self.status,
            headers={"Retry-After": "1", "Content-Type": "application/problem+json"},
            body=json.dumps(problem),
        )


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_tells_of_a_fault_and_goes_on_when_it_is_over(
    page: Page, known: Known, complaints: Complaints, route: str
) -> None:
    complaints.expect(r"^console: Failed to load resource|^failed: .*ERR_CONNECTION_REFUSED")
    page.clock.install()
    for fault in (Fault(429, "quota-exceeded"), Fault(503, "store-unavailable"), Fault(None, "")):
        page.goto("about:blank")
        page.route("**/v1/**", fault)
        page.goto(known.address(route))
        told = page.get_by_role("status").or_(page.get_by_role("alert")).filter(has_text=IN_WORDS)
        heading = page.get_by_role("heading", level=1)
        expect(told.or_(heading).first).to_be_visible()
        if fault.met:
            expect(told.first).to_be_visible()
        page.unroute("**/v1/**")
        page.clock.fast_forward(LONGER_THAN_IT_WAITS_MS)
        expect(told).to_have_count(0)
        expect(heading).to_be_visible()


def test_a_request_that_is_never_answered_is_given_up_and_made_again(page: Page, complaints: Complaints) -> None:
    complaints.expect("ERR_FAILED")
    keys: list[str] = []
    unanswered: list[Route] = []

    def hang_once(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        route.continue_() if unanswered else unanswered.append(route)

    page.clock.install()
    page.goto("/#/profile")
    page.route("**/v1/players", hang_once)
    with page.expect_request("**/v1/players"):
        page.get_by_role("button", name="Make an account now").click()
    page.clock.fast_forward(LONGER_THAN_IT_WAITS_MS)
    expect(page.get_by_role("heading", level=1, name="Guest")).to_be_visible()
    first, second = keys
    assert first == second
