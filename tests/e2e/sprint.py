"""A race of two over HTTP, from its first seat to its last card."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.e2e.guests import Guest


def full_race(ada: Guest, bob: Guest, **terms: object) -> str:
    """A race that counts down."""
    race = str(ada.call("POST", "/v1/races", {"capacity": 2, "start": "full"} | terms)["id"])
    bob.call("POST", f"/v1/races/{race}/join")
    return race


def until_started(guest: Guest, race: str) -> None:
    """Let the countdown pass, by the race's own clock."""
    shown = guest.call("GET", f"/v1/races/{race}")
    left = datetime.fromisoformat(shown["starts_at"]) - datetime.fromisoformat(shown["server_now"])
    time.sleep(max(0.0, left.total_seconds()) + 0.05)


def play_out(guest: Guest, race: str) -> Any:
    """Place card after card; the game at its end."""
    entries = guest.call("GET", f"/v1/races/{race}")["entries"]
    path = "/v1/games/" + next(entry["game_id"] for entry in entries if entry["game_id"])
    game = guest.call("GET", path)
    while game["result"] is None:
        game = guest.call("POST", f"{path}/step", {"pile": game["hand"]["home"]})["game"]
    return game


def log_of(guest: Guest, race: str) -> list[Any]:
    """All events, as the list tells them."""
    items: list[Any] = []
    while not items or items[-1]["event"] != "over":
        after = items[-1]["seq"] if items else 0
        items += guest.call("GET", f"/v1/races/{race}/log?limit=100&after={after}")["items"]
    return items
