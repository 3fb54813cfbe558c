"""A player's own page, and how others see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.browsing import SMALL_PHONE
from tests.web.people import VERIFIED, Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.running import Up
    from tests.web.complaints import Complaints

GAMES = 12


@pytest.fixture(scope="module")
def veteran(up: Up) -> Person:
    """Somebody with more games than a page of results shows."""
    person = Person.joined(up, "Veteran")
    person.plays(*["standard"] * (GAMES - 1), "watch")
    return person


@pytest.fixture
def newcomer(up: Up) -> Person:
    return Person.joined(up, "Newcomer")


def test_a_long_name_fits_a_small_phone(page: Page, up: Up) -> None:
    somebody = Person.joined(up, "W" * 32)
    page.set_viewport_size(SMALL_PHONE)
    page.goto(f"/#/players/{somebody.id}")
    expect(page.get_by_role("heading", name="W" * 32)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]


def test_a_guest_is_made_when_asked_for_and_may_be_renamed(page: Page, complaints: Complaints) -> None:
    complaints.expect("422")
    page.goto("/#/profile")
    page.get_by_role("button", name="Make an account now").click()
    name = page.get_by_label("Name", exact=True)
    name.fill("  ")
    page.get_by_role("button", name="Rename").click()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(
        "1 to 32 characters. Others may have the same name. Must not be blank."
    )
    name.fill("Zoë ♣")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=1, name="Zoë ♣")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Zoë ♣")).to_be_visible()


def test_a_second_device_signs_in_with_the_code_of_the_first(page: Page, other_page: Page, newcomer: Person) -> None:
    newcomer.comes_to(page)
    page.get_by_role("button", name="Show a code").click()
    code = page.get_by_text("Type this on the other device").locator("strong").inner_text()
    other_page.goto("/#/profile")
    other_page.get_by_label("Code").fill(code.lower())
    other_page.get_by_role("button", name="Sign in with a code").click()
    expect(other_page.get_by_role("heading", level=1, name="Newcomer")).to_be_visible()


def test_a_tab_follows_when_another_one_signs_in_somebody_else(page: Page, newcomer: Person) -> None:
    page.goto("/#/profile")
    page.get_by_role("button", name="Make an account now").click()
    expect(page.get_by_role("heading", level=1, name="Guest")).to_be_visible()
    newcomer.comes_to(page.context.new_page())
    expect(page.get_by_role("heading", level=1, name="Newcomer")).to_be_visible()


def test_a_wrong_code_is_told_and_the_page_stays(page: Page, complaints: Complaints) -> None:
    complaints.expect("401")
    page.goto("/#/profile")
    page.get_by_label("Code").fill("nonsense")
    page.get_by_role("button", name="Sign in with a code").click()
    expect(page.get_by_role("alert").filter(has_text="code")).to_be_visible()
    expect(page.get_by_label("Code")).to_have_value("nonsense")


def test_signing_out_everywhere_ends_every_login_and_the_secret_opens_the_account_again(
    page: Page, other_page: Page, newcomer: Person, complaints: Complaints
) -> None:
    complaints.expect("401")
    newcomer.comes_to(other_page)
    newcomer.comes_to(page)
    page.get_by_role("button", name="Sign out everywhere").click()
    page.get_by_role("button", name="Stay").click()
    page.get_by_role("button", name="Sign out everywhere").click()
    dialog = page.get_by_role("dialog", name="Sign out everywhere?")
    expect(dialog.get_by_role("button", name="Sign out")).to_be_disabled()
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("Nobody is signed in here")).to_be_visible()
    other_page.reload()
    expect(other_page.get_by_text("The login of this browser has ended")).to_be_visible()
    page.get_by_text("With a player id and secret").click()
    page.get_by_label("Player id").fill(newcomer.id)
    page.get_by_label("Secret").fill(newcomer.secret)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Newcomer")).to_be_visible()


def test_a_player_id_that_is_none_is_told_at_its_field(page: Page, complaints: Complaints) -> None:
    complaints.expect("422")
    page.goto("/#/profile")
    page.get_by_text("With a player id and secret").click()
    page.get_by_label("Player id").fill("me")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Player id")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Secret")).not_to_have_attribute("aria-invalid", "true")


def test_everything_that_is_stored_is_saved_as_a_file(page: Page, veteran: Person) -> None:
    veteran.comes_to(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["player"]["id"] == veteran.id
    assert len(saved["results"]) == GAMES


def test_an_account_is_erased_once_that_is_confirmed(page: Page, newcomer: Person, up: Up) -> None:
    newcomer.comes_to(page)
    page.get_by_role("button", name="Erase the account").click()
    page.keyboard.press("Escape")
    assert up.call("GET", f"/v1/players/{newcomer.id}").status == 200
    page.get_by_role("button", name="Erase the account").click()
    dialog = page.get_by_role("dialog", name="Erase this account?")
    expect(dialog.get_by_role("button", name="Erase", exact=True)).to_be_disabled()
    dialog.get_by_label("Erase it for good").check()
    dialog.get_by_role("button", name="Erase", exact=True).click()
    expect(page.get_by_text("Nobody is signed in here")).to_be_visible()
    assert up.call("GET", f"/v1/players/{newcomer.id}").status == 404


def test_a_players_hidden_cards_stand_beside_the_exact_distribution(page: Page, veteran: Person) -> None:
    page.goto(f"/#/players/{veteran.id}")
    page.get_by_role("combobox", name="Variant").select_option("standard")
    games = f"{GAMES - 1} games"
    expect(page.get_by_role("img", name=f"Standard game: cards left face down in {games}")).to_be_visible()
    page.get_by_text("The same as a table").click()
    cells = [row.locator("th, td").all_inner_texts() for row in page.locator("figure tbody tr").all()]
    assert cells[0][2] == f"{(GAMES - 1) / 13:.2f}"
    told = veteran.does("GET", f"/v1/players/{veteran.id}")["statistics"]["variants"]
    (hidden,) = (row["hidden"] for row in told if row["variant"] == "standard")
    assert {row[0]: int(row[1]) for row in cells if row[1] != "0"} == hidden


def test_the_table_is_there_for_the_variant_that_is_chosen(page: Page, veteran: Person) -> None:
    page.goto(f"/#/players/{veteran.id}")
    page.get_by_role("combobox", name="Variant").select_option("watch")
    expect(page.get_by_role("img", name="Watch: cards left face down in 1 game")).to_be_visible()


def test_results_come_page_by_page_and_lead_to_the_check_of_their_deals(page: Page, veteran: Person) -> None:
    page.goto(f"/#/players/{veteran.id}")
    results = page.get_by_role("region", name="Games").get_by_role("listitem")
    expect(results).to_have_count(10)
    page.get_by_role("button", name="More").click()
    expect(results).to_have_count(GAMES)
    results.last.get_by_role("link").click()
    expect(page.get_by_role("heading", name=VERIFIED)).to_be_visible()


def test_a_player_whom_nobody_knows_is_told_in_words(page: Page, complaints: Complaints) -> None:
    complaints.expect("404")
    page.goto("/#/players/0190c0de-0000-7000-8000-00000000000a")
    expect(page.get_by_role("alert")).to_contain_text("nothing here")
