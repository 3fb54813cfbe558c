"""The tests' own ear: whatever goes wrong in a browser is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.complaints import Complaints

STRICT = {"Content-Security-Policy": "script-src 'self'; connect-src *"}


def shown(page: Page, html: str, headers: dict[str, str] | None = None) -> None:
    """Show a page of the service's address that is not the service's."""

    def fulfil(route: Route) -> None:
        route.fulfill(body=f"<!doctype html><title>t</title>{html}", content_type="text/html", headers=headers)

    page.route("**/made-up", fulfil)
    page.goto("/made-up")
    page.wait_for_function("document.readyState === 'complete'")


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<script>console.error('so bad')</script>", "console: so bad"),
        ("<script>throw new Error('so bad')</script>", "exception: .*so bad"),
        ("<script>Promise.reject(new Error('so bad'))</script>", "exception: .*so bad"),
        ("<img src='https://elsewhere.example/x.png'>", "foreign: GET https://elsewhere.example/x.png"),
        ("<img src='https://elsewhere.example/x.png'>", "failed: .*ERR_NAME_NOT_RESOLVED"),
        ("<img src='/nowhere.png'>", "console: .*404"),
    ],
)
def test_it_is_heard(page: Page, complaints: Complaints, html: str, said: str) -> None:
    shown(page, html)
    heard(complaints, said)


def test_a_breach_of_the_content_security_policy_is_heard(page: Page, complaints: Complaints) -> None:
    shown(page, "<script>console.log('inline')</script>", STRICT)
    heard(complaints, "Content Security Policy")


def test_a_quiet_page_leaves_no_complaint(page: Page, complaints: Complaints) -> None:
    shown(page, "<script>console.log('all is well')</script>")
    assert complaints.made == []


def test_nobody_shares_anything_with_somebody_else(page: Page, other_page: Page) -> None:
    shown(page, "<script>localStorage.setItem('who', 'one')</script>")
    shown(other_page, "<script>localStorage.getItem('who')</script>")
    assert other_page.evaluate("localStorage.getItem('who')") is None


def heard(complaints: Complaints, said: str) -> None:
    assert complaints.unexpected
    before = len(complaints.unexpected)
    complaints.expect(said)
    assert len(complaints.unexpected) < before
    complaints.expect("")
