"""Every page, on a phone and a desktop, in light and in dark: nothing that axe knows to be in anybody's way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.web.browsing import DESKTOP, PHONE, SMALL_PHONE
from tests.web.routes import ROUTES
from tests.web.scan import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.routes import Known

SIZES = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def opened(page: Page, known: Known, route: str) -> None:
    """Show the page, and wait until nothing is on its way but a race's events, which never end."""
    page.goto(known.address(route))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if route != "race/:id":
        page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_is_in_nobodys_way(page: Page, known: Known, route: str) -> None:
    opened(page, known, route)
    for device, size in SIZES.items():
        page.set_viewport_size(size)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], f"{device}, {scheme}"


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_is_no_wider_than_a_small_phone_and_has_a_title_of_its_own(
    page: Page, known: Known, route: str
) -> None:
    page.set_viewport_size(SMALL_PHONE)
    opened(page, known, route)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
    assert page.title() not in {"Clock Solitaire", ""}


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_is_reached_by_the_keyboard_past_the_links_of_all_pages(page: Page, known: Known, route: str) -> None:
    opened(page, known, route)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    within = "document.querySelector('main').contains(document.activeElement)"
    after = "document.querySelector('footer').contains(document.activeElement)"
    assert page.evaluate(f"{within} || {after}")


def test_the_scan_finds_what_is_in_the_way(page: Page, known: Known) -> None:
    opened(page, known, "rules")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any("Buttons must have discernible text" in found for found in violations(page))


def test_an_address_of_no_page_says_so(page: Page) -> None:
    page.goto("/#/nowhere")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    assert violations(page) == []


def test_the_pages_were_found() -> None:
    assert {"play", "race/:id", "verify/:id"} <= set(ROUTES)
