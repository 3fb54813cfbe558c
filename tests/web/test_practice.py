"""Practice on the page: what the coach says, hints, steps back, the deal in words, and help to the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.playing import (
    deal,
    figure,
    game_of,
    home_of,
    in_hand,
    open_seeded,
    pile,
    press,
    shows_turned,
    token_of,
)
from tests.web.scan import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.running import Up
    from tests.web.browsing import Browsing

LOCKS_EARLY = f"{0xDB:064x}"
"""A deal that begins with the queen of spades, and locks with five cards hidden."""


def test_a_mistake_is_explained_and_a_step_is_taken_back(page: Page, up: Up) -> None:
    game = open_seeded(page, up, server_seed=LOCKS_EARLY, mode="placement")
    assert in_hand(page)[0] == "queen of spades"
    pile(page, "The centre").click()
    expect(page.locator(".coach")).to_contain_text("queen of spades")
    expect(figure(page, "Wrong piles")).to_have_text("1")
    pile(page, "Twelve o'clock").click()
    shows_turned(page, 2)
    press(page, "Undo").click()
    shows_turned(page, 1)
    assert in_hand(page)[0] == "queen of spades"
    told = game_of(page, up, game)
    assert (told["flips"], told["placement_errors"]) == (1, 1)


def test_a_hint_points_at_the_pile_and_says_why(page: Page) -> None:
    deal(page, mode="placement", practice=True)
    held, home = in_hand(page)
    press(page, "Hint").click()
    expect(page.locator(".coach")).to_contain_text(held)
    expect(pile(page, home)).to_have_class(re.compile("hint"))
    page.keyboard.press("u")
    expect(page.locator("#live")).to_contain_text("nothing to take back")


def test_the_choices_of_a_reprieve_are_weighed_by_the_api_and_can_be_taken_back(page: Page, up: Up) -> None:
    game = open_seeded(page, up, server_seed=LOCKS_EARLY, variant="watch", mode="reveal")
    press(page, "Finish for me").click()
    expect(page.get_by_role("heading", name="Your one reprieve")).to_be_focused()
    hint = up.call("GET", f"/v1/games/{game}/hint", token=token_of(page)).json["choices"][0]
    win = hint["odds"]["win"]
    expect(page.get_by_role("radio", checked=True)).to_have_value(str(hint["pile"]))
    expect(page.get_by_text(f"Chance to win: {win['numerator']}/{win['denominator']}")).to_be_visible()
    page.get_by_label("Which of its cards").select_option("the top")
    expect(page.get_by_text("Chance to win: none")).to_be_visible()
    assert violations(page) == []
    press(page, "Decline and lose").click()
    expect(page.get_by_role("heading", name="Time has run out")).to_be_visible()
    press(page, "Undo").click()
    press(page, "Exchange").click()
    press(page, "Finish for me").click()
    expect(page.get_by_role("heading", name="The dial is cleared")).to_be_focused()


def test_a_fork_is_chosen_on_the_dial_or_beside_it(page: Page, up: Up) -> None:
    asked = page.get_by_role("heading", name="Which pile gives the next card?")
    game = ""
    for seed in range(1, 9):
        game = open_seeded(page, up, server_seed=f"{seed:064x}", variant="watch_fork", mode="reveal")
        press(page, "Finish for me").click()
        expect(asked.or_(press(page, "Deal again"))).to_be_visible()
        if asked.is_visible():
            break
    across = game_of(page, up, game)["choices"][-1]["pile"]
    page.get_by_role("group", name="Dial").locator(f"[data-pile='{across}']").click()
    expect(asked).to_be_hidden()
    hand = game_of(page, up, game)["hand"]
    expect(page.get_by_role("group", name="Dial").locator(f"[data-pile='{hand['from']}']")).to_have_accessible_name(
        re.compile("gave the card in hand")
    )


def test_the_service_finishes_a_game_of_placing(page: Page) -> None:
    deal(page, mode="placement", practice=True)
    press(page, "Finish for me").click()
    expect(press(page, "Deal again")).to_be_visible()


def test_it_places_by_itself_when_asked_to(page: Page) -> None:
    deal(page, mode="placement", practice=True)
    page.get_by_label("Speed").select_option("Quick")
    page.keyboard.press("p")
    shows_turned(page, 3)
    page.keyboard.press("p")
    expect(press(page, "Play by itself")).to_be_visible()
    expect(figure(page, "Wrong piles")).to_have_text("0")


def test_the_deal_is_told_in_words_in_the_players_language(browse: Browsing, up: Up) -> None:
    page = browse(locale="de-DE")
    game = open_seeded(page, up, server_seed=LOCKS_EARLY, mode="reveal")
    for cards in (2, 3, 4):
        press(page, "Turn the next card").click()
        shows_turned(page, cards)
    page.get_by_text("The deal in words").click()
    log = up.call("GET", f"/v1/games/{game}/moves?narrate=de&limit=100", token=token_of(page)).json["items"]
    sentences = page.locator("ol[lang=de] li")
    expect(sentences).to_have_text([move["sentence"] for move in log])
    press(page, "Turn the next card").click()
    expect(sentences).to_have_count(len(log) + 1)


def test_a_king_goes_to_the_centre_by_its_key(page: Page, up: Up) -> None:
    game = open_seeded(page, up, server_seed=LOCKS_EARLY, mode="placement")
    for cards in range(2, 60):
        card = game_of(page, up, game)["hand"]["card"]
        assert in_hand(page)[1] == home_of(in_hand(page)[0])
        page.keyboard.press(card[0].lower())
        shows_turned(page, cards)
        if card[0] == "K":
            break
    expect(figure(page, "Wrong piles")).to_have_text("0")
    expect(pile(page, "The centre")).to_have_accessible_name(re.compile("face up king of"))
