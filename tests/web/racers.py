"""Racers: some are people at a page, some know the API alone and keep people company."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.e2e.running import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

    from tests.e2e.running import Up


@dataclass(slots=True)
class Rival:
    """A racer without a browser."""

    up: Up
    token: str
    race: str = ""
    code: str | None = None

    @classmethod
    def named(cls, up: Up, name: str) -> Rival:
        made = up.call("POST", "/v1/players", {"display_name": name})
        assert made.status == HTTPStatus.CREATED, made.body
        return cls(up, made.json["session"]["token"])

    def make(self, **terms: Any) -> Rival:
        """A race for two, which starts by itself when both are there, unless `terms` say otherwise."""
        made = self.ask("POST", "/v1/races", {"capacity": 2, "start": "full", **terms})
        self.race, self.code = made["id"], made["join_code"]
        return self

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.up.call(method, path, body, token=self.token)
        assert answer.status in {HTTPStatus.OK, HTTPStatus.CREATED}, answer.body
        return answer.json

    def act(self, action: str, body: object = None) -> Any:
        return self.ask("POST", f"/v1/races/{self.race}/{action}", body)

    def seen(self) -> Any:
        return self.ask("GET", f"/v1/races/{self.race}")

    def game(self) -> Any:
        """The own game, once it has begun."""
        until(lambda: self.seen()["status"] in {"running", "finished"})
        own = next(entry["game_id"] for entry in self.seen()["entries"] if entry["game_id"])
        return self.ask("GET", f"/v1/games/{own}")

    def place(self, cards: int = 60) -> None:
        """Takes so many cards to their piles, or as many as there are until the dial locks."""
        game = self.game()
        for _ in range(cards):
            if game["result"]:
                return
            turn = self.ask("POST", f"/v1/games/{game['id']}/step", {"pile": game["hand"]["home"]})
            game = turn["game"]

    def log(self) -> list[int]:
        """The numbers of all events."""
        path: str | None = f"/v1/races/{self.race}/log?limit=100"
        numbers: list[int] = []
        while path:
            page = self.ask("GET", path)
            numbers += [event["seq"] for event in page["items"]]
            path = page["next"] and f"/v1/races/{self.race}/log?limit=100&cursor={page['next']}"
        return numbers


def sit_down(page: Page, rival: Rival) -> None:
    """Follows the link that the rival has sent, and takes a seat."""
    page.goto(f"/#/race/{rival.race}" + (f"?code={rival.code}" if rival.code else ""))
    page.get_by_role("button", name="Take a seat").click()


def call_oneself(page: Page, name: str) -> None:
    """Goes to the races and changes the name that a seat will have."""
    page.goto("/#/race")
    field = page.get_by_label("You race as")
    expect(field).to_have_value("Guest")
    field.fill(name)
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("status").filter(has_text="Your name is changed.")).to_be_attached()


def seat_of(page: Page, name: str) -> Locator:
    """Where somebody sits, in the lobby."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


def in_hand(page: Page) -> Locator:
    return page.locator(".held [data-card]")


def place_cards(page: Page, count: int | None = None) -> Iterator[str]:
    """Takes cards to their piles with the keys of their ranks; tells each. As many as there are, unless told."""
    while count is None or count > 0:
        card = str(in_hand(page).get_attribute("data-card"))
        page.keyboard.press(card[0])
        expect(in_hand(page).and_(page.locator(f"[data-card='{card}']"))).to_have_count(0)
        yield card
        if in_hand(page).count() == 0:
            return
        count = None if count is None else count - 1


def wrong_key(page: Page) -> str:
    """A key that does not take the card in hand where it belongs."""
    return "5" if str(in_hand(page).get_attribute("data-card"))[0] == "4" else "4"


def events_shown(page: Page) -> list[int]:
    """The numbers of the events that the page has told, in its order."""
    lines = page.locator(".events li").evaluate_all("lines => lines.map(line => Number(line.dataset.seq))")
    return [int(number) for number in lines]


def line_of(page: Page, name: str) -> Locator:
    """A racer's line in the standings."""
    return page.get_by_role("row", name=re.compile(name))
