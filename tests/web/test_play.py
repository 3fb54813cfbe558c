"""Ranked games on the page, as a person plays them: by mouse, by key, by themselves, to every kind of end."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE
from tests.web.playing import (
    card_name,
    deal,
    figure,
    game_of,
    home_of,
    in_hand,
    pile,
    press,
    shows_turned,
    token_of,
    turned,
)
from tests.web.scan import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.e2e.running import Up
    from tests.web.browsing import Browsing
    from tests.web.complaints import Complaints

VARIANTS = (
    "standard",
    "watch",
    "watch_fork",
    "big_clock",
    "big_clock_watch",
    "face_up_finales",
    "perpetual",
    "twelve_start",
)
END = re.compile("^(The dial is cleared|Time has run out|All cards are up)$")


def finish(page: Page) -> None:
    """To the end at once, taking whatever the page suggests at a decision."""
    over = page.get_by_role("heading", name=END)
    asked = page.get_by_role("heading", name=re.compile("^(Your one reprieve|Which pile gives the next card)"))
    while not over.is_visible():
        if asked.is_visible():
            suggested = page.locator(".decision button.primary").first.element_handle()
            suggested.click()
            suggested.wait_for_element_state("hidden")  # the next card may ask again at once
            expect(over.or_(asked).or_(press(page, "All at once"))).to_be_visible()
        else:
            press(page, "All at once").click()
            expect(over.or_(asked)).to_be_visible()


def at_a_reprieve(page: Page) -> None:
    """Deal until the fourth king comes before the last card."""
    while True:
        deal(page, variant="watch")
        press(page, "All at once").click()
        asked = page.get_by_role("heading", name="Your one reprieve")
        expect(asked.or_(press(page, "Deal again"))).to_be_visible()
        if asked.is_visible():
            return


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_dealt_turned_and_brought_to_its_end(page: Page, up: Up, variant: str) -> None:
    game = deal(page, variant=variant)
    press(page, "Turn the next card").click()
    shows_turned(page, 2)
    finish(page)
    told = game_of(page, up, game)
    assert (told["variant"], told["ranked"]) == (variant, True)
    total = page.get_by_role("row", name=re.compile("^Total")).get_by_role("cell").inner_text()
    assert int(total.replace(",", "")) == told["result"]["ledger"]["total"]
    shows_turned(page, told["flips"])
    expect(page.locator(".reading")).not_to_be_empty()


def test_a_card_is_turned_by_the_pile_in_hand_by_the_button_and_by_keys(page: Page) -> None:
    deal(page)
    pile(page, "The centre").click()
    shows_turned(page, 2)
    press(page, "Turn the next card").click()
    shows_turned(page, 3)
    page.get_by_role("main").focus()
    page.keyboard.press("Enter")
    shows_turned(page, 4)
    page.keyboard.press("Space")
    shows_turned(page, 5)
    held, _ = in_hand(page)
    source = page.get_by_role("button", name=re.compile(f"gave the card in hand, {held}"))
    source.focus()
    page.keyboard.press("Enter")
    shows_turned(page, 6)


def test_the_focus_is_where_the_next_thing_is_done(page: Page) -> None:
    deal(page)
    expect(press(page, "Turn the next card")).to_be_focused()
    page.keyboard.press("Enter")
    shows_turned(page, 2)
    expect(press(page, "Turn the next card")).to_be_focused()
    finish(page)
    expect(page.get_by_role("heading", name=END)).to_be_focused()
    press(page, "Deal again").click()
    expect(press(page, "Deal")).to_be_visible()


def test_what_happens_is_said(page: Page) -> None:
    deal(page)
    before, home = in_hand(page)
    press(page, "Turn the next card").click()
    shows_turned(page, 2)
    after, _ = in_hand(page)
    said = page.locator("#live").inner_text().lower()
    assert said == f"{before} under {home.lower()}; {after} from {home.lower()}"
    expect(pile(page, home)).to_have_accessible_name(
        re.compile(f"face up {before}.*; gave the card in hand, {after}")
    )


def test_odds_and_kings_are_those_of_the_api(page: Page, up: Up) -> None:
    game = deal(page)
    for cards in range(2, 9):
        press(page, "Turn the next card").click()
        shows_turned(page, cards)
    told = game_of(page, up, game)
    win = told["odds"]["win"]
    expect(figure(page, "Chance to win")).to_contain_text(f"{win['numerator']}/{win['denominator']}")
    expect(figure(page, "Kings seen")).to_contain_text(f"{told['locking_seen']} of 4")


def test_it_plays_by_itself_until_it_is_stopped(page: Page) -> None:
    deal(page)
    page.get_by_label("Speed").select_option("Quick")
    press(page, "Play by itself").click()
    expect(turned(page)).not_to_have_text(re.compile("^[1-3] of"))
    press(page, "Stop").click()
    expect(press(page, "Play by itself")).to_be_visible()
    stopped = turned(page).inner_text()
    expect(press(page, "Turn the next card")).to_be_visible()
    page.reload()
    expect(turned(page)).to_have_text(stopped)


def test_cards_that_move_arrive_where_they_belong(browse: Browsing) -> None:
    page = browse(motion=True)
    deal(page)
    for cards in range(2, 7):
        before, home = in_hand(page)
        press(page, "Turn the next card").click()
        shows_turned(page, cards)
        expect(pile(page, home)).to_have_accessible_name(re.compile(f"face up .*{before}"))
    assert page.locator(".held .card").count() == 1
    assert page.locator(".under .face").count() == 5


def test_a_card_is_placed_by_click_key_and_drag(page: Page, up: Up) -> None:
    game = deal(page, mode="placement")
    _, home = in_hand(page)
    pile(page, home).click()
    shows_turned(page, 2)
    page.keyboard.press(game_of(page, up, game)["hand"]["card"][0])
    shows_turned(page, 3)
    _, home = in_hand(page)
    drag(page, home)
    shows_turned(page, 4)
    expect(figure(page, "Wrong piles")).to_have_text("0")
    expect(press(page, "All at once")).to_be_hidden()


def drag(page: Page, home: str) -> None:
    held = page.locator(".held .card").bounding_box()
    goal = pile(page, home).bounding_box()
    assert held is not None
    assert goal is not None
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2 + 20, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.up()


def test_a_wrong_pile_is_counted_and_explained(page: Page) -> None:
    deal(page, mode="placement")
    held, home = in_hand(page)
    pile(page, "Six o'clock" if home != "Six o'clock" else "Nine o'clock").click()
    expect(figure(page, "Wrong piles")).to_have_text("1")
    expect(page.locator(".coach")).to_contain_text(held)
    shows_turned(page, 1)
    pile(page, home).click()
    shows_turned(page, 2)
    expect(page.locator(".coach")).to_be_hidden()


def test_the_reprieve_tells_what_each_choice_is_worth(page: Page, up: Up) -> None:
    at_a_reprieve(page)
    game = game_of(page, up, page.url.partition("game=")[2])
    told = [pile for pile in game["piles"] if pile["face_down"]]
    rows = page.locator(".choices label")
    expect(rows).to_have_count(len(told))
    for index, each in enumerate(told):
        expect(rows.nth(index)).to_contain_text(f"{each['face_down']}/{game['hidden']}")
    best = max(Fraction(each["face_down"], game["hidden"]) for each in told)
    win = game["odds"]["win"]
    assert best == Fraction(win["numerator"], win["denominator"])
    expect(page.get_by_text("gives no hints in ranked games")).to_be_visible()
    assert violations(page) == []


def test_a_card_of_a_pile_pressed_on_the_dial_is_exchanged(page: Page, up: Up) -> None:
    at_a_reprieve(page)
    game_id = page.url.partition("game=")[2]
    game = game_of(page, up, game_id)
    chosen = game["choices"][-1]["pile"]
    button = page.get_by_role("group", name="Dial").locator(f"[data-pile='{chosen}']")
    button.click()
    expect(page.get_by_role("radio", checked=True)).to_have_value(str(chosen))
    press(page, "Exchange").click()
    expect(page.get_by_role("heading", name="Your one reprieve")).to_be_hidden()
    shows_turned(page, game["flips"])
    moved = up.call("GET", f"/v1/games/{game_id}/moves?limit=100", token=token_of(page)).json["items"][-1]
    assert (moved["kind"], moved["from"]) == ("reprieve", chosen)
    expect(press(page, "Turn the next card")).to_be_focused()


def test_a_reprieve_declined_is_a_game_lost(page: Page) -> None:
    at_a_reprieve(page)
    press(page, "Decline and lose").click()
    expect(page.get_by_role("heading", name="Time has run out")).to_be_focused()


def test_finales_dealt_face_up_are_seen_and_told(page: Page, up: Up) -> None:
    game = deal(page, variant="face_up_finales")
    finales = {each["pile"]: each["finale"] for each in game_of(page, up, game)["piles"]}
    assert len(finales) == 13
    for number, card in finales.items():
        button = page.get_by_role("group", name="Dial").locator(f"[data-pile='{number}']")
        expect(button).to_have_accessible_name(re.compile(f"deepest {card_name(card)}"))
    assert page.locator(".under .face").count() == 13


def test_hidden_cards_are_shown_when_they_are_asked_for(page: Page, up: Up) -> None:
    game_id = deal(page)
    finish(page)
    while not press(page, "Show the hidden cards").is_visible():
        game_id = deal(page)
        finish(page)
    press(page, "Show the hidden cards").click()
    expect(press(page, "Show the hidden cards")).to_be_hidden()
    dial = page.get_by_role("group", name="Dial").locator("[data-pile]")
    shown = [re.findall(r"\w+ of \w+", label or "") if "hidden" in (label or "") else [] for label in labels(dial)]
    assert shown == [[card_name(card) for card in cards] for cards in never_flipped(page, up, game_id)]


def labels(buttons: Any) -> list[str | None]:
    return [buttons.nth(index).get_attribute("aria-label") for index in range(13)]


def never_flipped(page: Page, up: Up, game_id: str) -> list[list[str]]:
    """By pile, the deepest first: the deal less what came up."""
    deck = up.call("GET", f"/v1/games/{game_id}/proof").json["deck"]
    moves = up.call("GET", f"/v1/games/{game_id}/moves?limit=100", token=token_of(page)).json["items"]
    flipped = {move["flipped"] for move in moves}
    return [[card for card in deck[start::13] if card not in flipped] for start in range(13)]


def test_a_reload_finds_the_game_again_and_so_does_the_list(page: Page) -> None:
    deal(page)
    press(page, "Turn the next card").click()
    shows_turned(page, 2)
    held = in_hand(page)
    page.reload()
    shows_turned(page, 2)
    assert in_hand(page) == held
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("region", name="Go on").get_by_role("link").first.click()
    shows_turned(page, 2)


def test_a_game_is_given_up_only_by_who_is_sure(page: Page) -> None:
    deal(page)
    press(page, "Give up").click()
    press(page, "Go on playing").click()
    expect(press(page, "Turn the next card")).to_be_visible()
    press(page, "Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name="Given up")).to_be_focused()


def test_a_game_that_moved_on_in_another_window_is_shown_as_it_is(page: Page, complaints: Complaints) -> None:
    complaints.expect("412")
    deal(page)
    other = page.context.new_page()
    other.goto(page.url)
    press(other, "Turn the next card").click()
    shows_turned(other, 2)
    press(page, "Turn the next card").click()
    expect(page.get_by_role("alert")).to_contain_text("moved on")
    shows_turned(page, 2)
    press(page, "Turn the next card").click()
    shows_turned(page, 3)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_step_whose_answer_is_lost_is_repeated_and_made_once(page: Page, complaints: Complaints) -> None:
    complaints.expect("Failed to load|^failed: ")
    deal(page)
    keys: list[str | None] = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(route.request.header_value("Idempotency-Key"))
        if len(keys) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/step*", lose_the_first_answer)
    press(page, "Turn the next card").click()
    expect(page.get_by_text("Trying again by itself")).to_be_visible()
    shows_turned(page, 2)
    assert len(keys) == 2
    assert len(set(keys)) == 1
    expect(page.get_by_text("Trying again by itself")).to_be_hidden()


def test_letters_play_only_as_long_as_the_player_wants(page: Page) -> None:
    deal(page, mode="placement")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    assert violations(page) == []
    dialog.get_by_label("Single letters and digits play").uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("5")
    expect(figure(page, "Wrong piles")).to_have_text("0")
    held, home = in_hand(page)
    pile(page, home_of(held)).click()
    shows_turned(page, 2)
    assert home == home_of(held)


def test_arrows_go_round_the_dial_which_is_one_stop_for_the_tabulator(page: Page) -> None:
    deal(page, mode="placement")
    expect(pile(page, "The centre")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(pile(page, "One o'clock")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(pile(page, "Twelve o'clock")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.piles')") is None


def test_a_game_on_a_phone_is_in_nobodys_way(browse: Browsing) -> None:
    page = browse(size=PHONE, scheme="dark")
    deal(page, variant="big_clock")
    assert violations(page) == []
    finish(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
