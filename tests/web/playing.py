"""A person at the table: deals, presses, and reads what the page says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.running import Up

RANKS = "A23456789TJQK"
HOURS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

MODES = {"reveal": "Turn the cards and watch", "placement": "Place each card yourself"}


def deal(page: Page, *, variant: str = "standard", mode: str = "reveal", practice: bool = False) -> str:
    """Deal on the page as a person does; the game's id."""
    page.goto(f"/#/{'practice' if practice else 'play'}?variant={variant}")
    page.get_by_role("radio", name=re.compile(MODES[mode])).check()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_text(re.compile(r"^1 of \d+ cards turned$"))).to_be_visible()
    return page.url.partition("game=")[2]


def open_seeded(page: Page, up: Up, *, server_seed: str, **wanted: Any) -> str:
    """Open a practice game whose deal is known; the game's id."""
    page.goto("/#/practice")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_visible()
    page.evaluate("import('/web/lib/session.js').then((session) => session.ensure())")
    body = {"practice": True, "deal": {"kind": "seed", "server_seed": server_seed}} | wanted
    dealt = up.call("POST", "/v1/games", body, token=token_of(page))
    assert dealt.status == 201, dealt.json
    page.goto(f"/#/practice?game={dealt.json['id']}")
    expect(turned(page)).to_be_visible()
    return str(dealt.json["id"])


def token_of(page: Page) -> str:
    """The token of whoever is signed in on the page."""
    return str(page.evaluate("JSON.parse(localStorage.getItem('clock.session')).token"))


def game_of(page: Page, up: Up, game_id: str) -> Any:
    """The game as the API tells it."""
    return up.call("GET", f"/v1/games/{game_id}", token=token_of(page)).json


def turned(page: Page) -> Locator:
    """The line that counts the cards turned."""
    return page.get_by_text(re.compile(r"^\d+ of \d+ cards turned$"))


def shows_turned(page: Page, cards: int) -> None:
    expect(page.get_by_text(re.compile(rf"^{cards} of \d+ cards turned$"))).to_be_visible()


def in_hand(page: Page) -> tuple[str, str]:
    """The names of the card in hand and of its home."""
    said = page.get_by_text(re.compile("^In hand: ")).inner_text()
    name = re.match(r"In hand: (\w+ of \w+)", said)
    assert name, said
    return name[1], home_of(name[1])


def home_of(name: str) -> str:
    """`ten of hearts` -> `Ten o'clock`, as its pile's button begins."""
    home = NAMES.index(name.partition(" ")[0])
    return "The centre" if home == 12 else f"{HOURS[home]} o'clock"


def card_name(card: str) -> str:
    """`TH` -> `ten of hearts`."""
    return f"{NAMES[RANKS.index(card[0])]} of {SUITS[card[1]]}"


def pile(page: Page, name: str) -> Locator:
    """A pile's button."""
    return page.get_by_role("group", name="Dial").get_by_role("button", name=re.compile(f"^{name}:"))


def press(page: Page, name: str) -> Locator:
    """A button beside the dial."""
    return page.get_by_role("button", name=name, exact=True)


def figure(page: Page, term: str) -> Locator:
    """What stands beside a term: `figure(page, "Kings seen")`."""
    return page.locator("dt", has_text=re.compile(f"^{term}$")).locator("xpath=following-sibling::dd[1]")
