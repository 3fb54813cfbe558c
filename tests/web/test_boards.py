"""Boards, as a stranger and as a player among others meet them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.people import VERIFIED, Person

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.running import Up
    from tests.web.complaints import Complaints

PLAYERS = 23
BOARD = "/v1/leaderboards/score?variant=twelve_start&limit=100"


@pytest.fixture(scope="module")
def crowd(up: Up) -> list[Person]:
    """Players with a game each, more than a page shows, from the best to the worst."""
    people = {person.id: person for person in (Person.joined(up, f"Player {n}") for n in range(PLAYERS))}
    for person in people.values():
        person.plays("twelve_start")
    return [
        people[row["player"]["id"]] for row in up.call("GET", BOARD).json["items"] if row["player"]["id"] in people
    ]


def rows(page: Page, caption: str) -> Locator:
    return page.get_by_role("table", name=caption).get_by_role("row").filter(has=page.get_by_role("rowheader"))


def test_a_board_shows_the_best_first_and_more_when_asked(page: Page, up: Up, crowd: list[Person]) -> None:
    page.goto("/#/boards/score?variant=twelve_start")
    expect(rows(page, "From the top")).to_have_count(20)
    page.get_by_role("button", name="More").click()
    expect(rows(page, "From the top")).to_have_count(len(crowd))
    expect(page.get_by_role("button", name="More")).to_be_hidden()
    ranked = up.call("GET", BOARD).json["items"]
    assert rows(page, "From the top").get_by_role("rowheader").all_inner_texts() == [
        row["player"]["display_name"] for row in ranked
    ]
    places = [row.get_by_role("cell").first.inner_text() for row in rows(page, "From the top").all()]
    assert places == [str(row["place"]) for row in ranked]


def test_each_row_leads_to_its_player_and_to_the_check_of_its_deal(page: Page, crowd: list[Person]) -> None:
    page.goto("/#/boards/score?variant=twelve_start")
    page.get_by_role("link", name=crowd[0].name, exact=True).click()
    expect(page.get_by_role("heading", level=1, name=crowd[0].name)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name=f"Verify the deal of {crowd[0].name}", exact=True).click()
    expect(page.get_by_role("heading", name=VERIFIED)).to_be_visible()


def test_who_is_far_down_sees_their_place_and_their_neighbours(page: Page, crowd: list[Person]) -> None:
    last = crowd[-1]
    last.comes_to(page)
    page.goto("/#/boards/score?variant=twelve_start")
    own = page.get_by_role("region", name="Your place")
    place = last.does("GET", f"/v1/leaderboards/score/places/{last.id}?variant=twelve_start")
    expect(own).to_contain_text(re.compile(rf"^Your place{place['place']}(st|nd|rd|th) of {place['players']}\b"))
    expect(own.get_by_role("rowheader").last).to_have_text(f"{last.name} (you)")
    expect(own.get_by_role("rowheader")).to_have_count(3)


def test_who_stands_in_the_list_is_marked_there(page: Page, crowd: list[Person]) -> None:
    crowd[0].comes_to(page)
    page.goto("/#/boards/score?variant=twelve_start")
    expect(rows(page, "From the top").first).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("region", name="Your place")).to_contain_text("1st of")
    expect(page.get_by_role("table", name="You and those next to you")).to_have_count(0)


@pytest.mark.usefixtures("crowd")
def test_a_list_is_chosen_and_its_address_leads_to_it_again(page: Page, up: Up) -> None:
    today = up.call("GET", "/v1/daily").json["day"]
    page.goto("/#/boards")
    page.get_by_role("combobox", name="Board").select_option("closest_call")
    page.get_by_role("combobox", name="Variant").select_option("twelve_start")
    page.get_by_role("combobox", name="Period").select_option("day")
    page.get_by_label("A day in it (UTC)").fill(today)
    expect(page.get_by_role("heading", name="Closest call, Twelve o'clock start")).to_be_visible()
    assert page.url.endswith(f"#/boards/closest_call?variant=twelve_start&period=day&at={today}")
    page.goto("/#/boards/closest_call?variant=twelve_start&period=month")
    page.reload()
    expect(page.get_by_role("combobox", name="Period")).to_have_value("month")
    expect(rows(page, "From the top").first).to_be_visible()


def test_a_list_that_is_kept_no_longer_is_told_in_words(page: Page, complaints: Complaints) -> None:
    complaints.expect("410")
    page.goto("/#/boards/score?variant=standard&period=day&at=2020-02-03")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("lists|days"))


def test_whoever_only_looks_gets_no_account(page: Page) -> None:
    page.goto("/#/boards")
    expect(page.get_by_role("heading", level=2)).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
