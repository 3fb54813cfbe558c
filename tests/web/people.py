"""People with games behind them, and their browsers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.e2e.running import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.running import Up


VERIFIED = "Verified: this is the deal that was promised."
"""What the page says of a deal that holds."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, as the service knows them."""

    up: Up
    name: str
    id: str
    secret: str
    token: str

    @classmethod
    def joined(cls, up: Up, name: str) -> Person:
        made = up.call("POST", "/v1/players", {"display_name": name})
        assert made.status == 201, made.body
        told = made.json
        return cls(up, name, told["player"]["id"], told["secret"], told["session"]["token"])

    def does(self, method: str, path: str, body: object = None) -> Any:
        """One request as this player, which must be granted."""
        answer = self.up.call(method, path, body, token=self.token)
        assert answer.status < 300, answer.body
        return answer.json if answer.body else None

    def plays(self, *variants: str) -> list[str]:
        """A ranked game of each variant, played out and recorded; their ids."""
        games = [self.does("POST", "/v1/games", {"variant": variant})["id"] for variant in variants]
        for game in games:
            self.does("POST", f"/v1/games/{game}/autoplay", {})
        for game in games:
            self.awaits_record(game)
        return games

    def awaits_record(self, game: str) -> None:
        until(lambda: bool(self.does("GET", f"/v1/games/{game}")["result"]["recorded"]))

    def comes_to(self, page: Page) -> None:
        """Sign in with a link code, as on a second device."""
        code = self.does("POST", "/v1/link-codes")["code"]
        page.goto("/#/profile")
        page.get_by_label("Code").fill(code)
        page.get_by_role("button", name="Sign in with a code").click()
        expect(page.get_by_role("heading", level=1, name=self.name)).to_be_visible()
