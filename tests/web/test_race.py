"""Races as people meet them at the page: against each other, and against rivals who use the API alone."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.running import until
from tests.web.browsing import PHONE, SMALL_PHONE
from tests.web.racers import (
    Rival,
    call_oneself,
    events_shown,
    in_hand,
    line_of,
    place_cards,
    seat_of,
    sit_down,
    wrong_key,
)
from tests.web.scan import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.e2e.running import Up
    from tests.web.browsing import Browsing, Scheme
    from tests.web.complaints import Complaints

CUT_OFF = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def rival(up: Up) -> Rival:
    """Eve, who knows the API alone."""
    return Rival.named(up, "Eve")


def begun(page: Page, rival: Rival) -> None:
    """The page sits in the rival's race, and the race has begun."""
    sit_down(page, rival)
    expect(in_hand(page)).to_be_visible()


def test_two_people_race_and_the_one_who_was_cut_off_misses_nothing(
    browse: Browsing, up: Up, complaints: Complaints
) -> None:
    complaints.expect(CUT_OFF)
    ada, bob = browse(), browse(size=PHONE)
    host = Rival.named(up, "Nobody")
    host.make(capacity=3, decks="shared")
    for page in (ada, bob):
        page.goto(f"/#/race/{host.race}")
        page.get_by_role("button", name="Take a seat").click()
    for page in (ada, bob):
        expect(in_hand(page)).to_be_visible()
    list(place_cards(bob, 3))

    bob.context.set_offline(True)
    expect(bob.get_by_text("The connection is lost.")).to_be_visible()
    list(place_cards(ada, 8))
    held = str(in_hand(bob).get_attribute("data-card"))
    bob.keyboard.press(held[0])
    bob.context.set_offline(False)
    expect(bob.get_by_text("The connection is back.")).to_be_visible()
    expect(in_hand(bob)).not_to_have_attribute("data-card", held)

    bob.keyboard.press(wrong_key(bob))
    expect(bob.get_by_role("status").filter(has_text="is still in your hand")).to_be_visible()
    list(place_cards(ada))
    list(place_cards(bob))
    host.act("forfeit")
    expect(ada.get_by_role("heading", name="You are first")).to_be_visible()
    expect(bob.get_by_role("heading", name="You came in 2nd")).to_be_visible()
    expect(line_of(bob, r"\(you\)").get_by_role("cell").nth(2)).to_have_text("1")
    everything = host.log()
    for page in (ada, bob):
        told = events_shown(page)
        assert told == everything[-len(told) :]
        assert len(told) > len(everything) - 4


def test_a_private_race_opens_to_whoever_is_sent_its_link(
    page: Page, browse: Browsing, complaints: Complaints
) -> None:
    complaints.expect("404")
    call_oneself(page, "Ada")
    page.get_by_text("Make a race").click()
    page.get_by_role("combobox", name="Who may join").select_option(label="Only with a code")
    page.get_by_role("button", name="Make the race").click()
    expect(seat_of(page, "Ada (you)")).to_be_visible()
    link = page.get_by_role("textbox", name="Link", exact=True).input_value()

    stranger = browse()
    stranger.goto(link.partition("?")[0])
    expect(stranger.get_by_role("alert")).to_contain_text("nothing here that you may see")
    friend = browse(size=PHONE)
    friend.goto("/#/race")
    friend.get_by_role("textbox", name="Link, or id and code").fill(f"come here: {link}")
    friend.get_by_role("button", name="Go there").click()
    friend.get_by_role("button", name="Take a seat").click()
    friend.get_by_role("button", name="I am ready").click()
    expect(page.get_by_role("button", name="Start the race")).to_be_enabled()
    page.get_by_role("button", name="Remove Guest").click()
    expect(friend.get_by_role("alert").or_(friend.get_by_text("There is a seat for you"))).to_be_visible()
    expect(page.get_by_text("One seat is free")).to_be_visible()


def test_the_link_and_the_code_are_copied(browse: Browsing, up: Up) -> None:
    host = Rival.named(up, "Eve").make(visibility="private", start="host")
    page = browse()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sit_down(page, host)
    page.get_by_role("button", name="Copy the code").click()
    expect(page.get_by_text("Copied.", exact=True).first).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == host.code
    page.get_by_role("button", name="Copy the link").click()
    until(lambda: page.evaluate("navigator.clipboard.readText()").endswith(f"/#/race/{host.race}?code={host.code}"))


def test_a_quick_seat_meets_those_who_wait_and_they_are_told_apart_by_name(page: Page, other_page: Page) -> None:
    for person, name in ((page, "Ada"), (other_page, "Bob")):
        call_oneself(person, name)
        person.get_by_text("Only with these terms").click()
        person.get_by_role("spinbutton", name="Seconds at most").fill("777")
        person.get_by_role("spinbutton", name="Seats").fill("3")
        person.get_by_role("button", name="Find such a race").click()
        expect(seat_of(person, f"{name} (you)")).to_be_visible()
    expect(seat_of(page, "Bob")).to_be_visible()
    expect(seat_of(other_page, "Ada")).to_be_visible()
    assert page.url == other_page.url
    other_page.get_by_role("button", name="Leave").click()
    expect(other_page.get_by_role("heading", name="Open races")).to_be_visible()
    expect(page.get_by_text("2 seats are free")).to_be_visible()


def test_a_race_goes_by_keyboard_alone(page: Page, rival: Rival) -> None:
    rival.make(start="host")
    page.goto("/#/race")
    row = page.get_by_role("listitem").filter(has_text="Eve's race")
    tab_to(page, row.get_by_role("button"))
    page.keyboard.press("Enter")
    ready = page.get_by_role("button", name="I am ready")
    expect(ready).to_be_visible()
    tab_to(page, ready)
    page.keyboard.press("Enter")
    until(lambda: rival.seen()["entries"][1]["ready"])
    rival.act("start")
    expect(in_hand(page)).to_be_visible()
    expect(page.get_by_role("group", name="Dial").locator(":focus")).to_have_count(1)
    list(place_cards(page, 2))
    walk_to_home(page)
    tab_to(page, page.get_by_role("button", name="Give up"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("dialog").get_by_role("button", name="Give up"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your race is run: gave up, 4 cards turned")).to_be_visible()


def tab_to(page: Page, goal: object) -> None:
    """Presses the tabulator until the goal has the focus; it fails where that never comes to it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if goal.evaluate("element => element === document.activeElement"):  # type: ignore[attr-defined]
            return
    raise AssertionError(f"the focus does not come to {goal}")


def walk_to_home(page: Page) -> None:
    """Places the card in hand with the arrows and the space bar."""
    card = str(in_hand(page).get_attribute("data-card"))
    home = "A23456789TJQK".index(card[0]) + 1
    for _ in range(13):
        if page.evaluate("Number(document.activeElement.dataset.pile)") == home:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(in_hand(page)).not_to_have_attribute("data-card", card)


def test_a_card_is_dragged_to_its_pile_and_one_dropped_on_a_wrong_pile_is_told(page: Page, rival: Rival) -> None:
    rival.make(errors="penalty", penalty_ms=2000)
    begun(page, rival)
    card = str(in_hand(page).get_attribute("data-card"))
    home = "A23456789TJQK".index(card[0]) + 1
    drag(page, home % 13 + 1)
    expect(page.get_by_role("status").filter(has_text="is still in your hand")).to_be_visible()
    drag(page, home)
    expect(in_hand(page)).not_to_have_attribute("data-card", card)
    mine = line_of(page, r"\(you\)").get_by_role("cell")
    expect(mine.nth(1)).to_have_text("2")
    expect(mine.nth(2)).to_have_text("1")


def drag(page: Page, pile: int) -> None:
    start = in_hand(page).bounding_box()
    goal = page.locator(f"button[data-pile='{pile}']").bounding_box()
    assert start
    assert goal
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.up()


def test_whoever_gives_up_is_asked_first_and_meets_the_others_again(page: Page, rival: Rival) -> None:
    rival.make(capacity=2)
    begun(page, rival)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Go on playing").click()
    list(place_cards(page, 1))
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Your race is run: gave up")).to_be_visible()
    rival.act("forfeit")
    expect(page.get_by_role("heading", name="You are first")).to_be_visible()
    again = rival.act("rematch")
    page.get_by_role("button", name="Join the rematch").click()
    expect(page).to_have_url(re.compile(again["id"]))
    expect(page.get_by_role("heading", name="The race starts in")).to_be_visible()


def test_a_rematch_is_made_by_the_first_who_asks(page: Page, rival: Rival) -> None:
    rival.make()
    begun(page, rival)
    rival.act("forfeit")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(seat_of(page, "(you)")).to_be_visible()
    assert page.url != before
    assert rival.act("rematch")["id"] in page.url


def test_whoever_watches_sees_everyone_and_places_nothing(page: Page, up: Up, rival: Rival) -> None:
    rival.make()
    page.goto(f"/#/race/{rival.race}")
    other = Rival.named(up, "Zoe")
    other.race = rival.race
    other.act("join")
    expect(page.get_by_role("heading", name="The race is on")).to_be_visible()
    rival.place(3)
    expect(line_of(page, "Eve").get_by_role("cell").nth(1)).to_have_text("4")
    expect(line_of(page, "Eve").get_by_role("cell").nth(0)).to_have_text("1")
    expect(page.get_by_role("button", name="Give up")).to_have_count(0)
    other.act("forfeit")
    expect(line_of(page, "Zoe")).to_contain_text("gave up")
    rival.act("forfeit")
    expect(page.get_by_text("Eve came in first.")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_stage_of_a_race_is_open_to_all_and_fits_a_small_phone(
    browse: Browsing, rival: Rival, scheme: Scheme
) -> None:
    page = browse(size=SMALL_PHONE, scheme=scheme)
    rival.make(capacity=3, start="host", visibility="private")
    sit_down(page, rival)
    page.get_by_text("All that happened").click()
    fits(page)
    page.get_by_role("button", name="I am ready").click()
    until(lambda: rival.seen()["entries"][1]["ready"])
    rival.act("start")
    expect(page.get_by_role("heading", name="The race starts in")).to_be_visible()
    fits(page)
    expect(in_hand(page)).to_be_visible()
    page.keyboard.press(wrong_key(page))
    expect(page.get_by_role("status").filter(has_text="is still in your hand")).to_be_visible()
    fits(page)
    rival.act("forfeit")
    page.get_by_role("button", name="Give up").click()
    fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    fits(page)


def fits(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_where_no_stream_comes_through_the_race_is_followed_by_its_log(
    page: Page, rival: Rival, complaints: Complaints
) -> None:
    complaints.expect("/events")
    page.route("**/events?**", lambda route: route.abort("failed"))
    rival.make()
    begun(page, rival)
    expect(page.get_by_text("No live view comes through.")).to_be_visible()
    rival.place(5)
    expect(line_of(page, "Eve").get_by_role("cell").nth(1)).to_have_text("6")
    rival.act("forfeit")
    expect(line_of(page, "Eve")).to_contain_text("gave up")


@pytest.mark.parametrize(("status", "slug"), [(503, "store-unavailable"), (429, "quota-exceeded"), (None, "")])
def test_a_card_whose_answer_is_lost_is_placed_once(
    page: Page, rival: Rival, complaints: Complaints, status: int | None, slug: str
) -> None:
    complaints.expect("503|429|ERR_FAILED|step")
    rival.make()
    begun(page, rival)
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 2:
            route.continue_()
        elif status is None:
            route.fetch()
            route.abort("failed")
        else:
            problem = json.dumps({"type": f"/problems/{slug}", "title": slug, "status": status, "detail": "."})
            route.fulfill(status=status, headers={"Content-Type": "application/problem+json"}, body=problem)

    page.route("**/step*", lose)
    list(place_cards(page, 1))
    assert len(keys) == 3
    assert len(set(keys)) == 1
    mine = line_of(page, r"\(you\)").get_by_role("cell")
    expect(mine.nth(1)).to_have_text("2")
    expect(mine.nth(2)).to_have_text("0")
