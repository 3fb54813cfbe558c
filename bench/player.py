"""A guest who has as many games as a measurement needs."""

from __future__ import annotations

import http.client
from itertools import repeat
from typing import TYPE_CHECKING

from bench.load import request
from bench.servers import call
from service.game.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 51
"""Steps of a game that turns every card."""


def longest_deck() -> list[str]:
    """A deal that turns all 52 cards: each pile has three of its own rank on the next hour's spade."""
    next_spades = [f"{rank}S" for rank in RANKS[1:] + RANKS[0]]
    return next_spades + [rank + suit for suit in "HDC" for rank in RANKS]


class Player:
    """A guest, and streams of requests in the guest's name."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token: str = call(port, "POST", "/v1/players", body={"display_name": "Bench"})["session"]["token"]

    def games(self) -> Iterator[str]:
        """Ids of fresh games, each with 51 steps to go."""
        order = {"deal": {"kind": "custom", "deck": longest_deck()}}
        while True:
            yield call(self.port, "POST", "/v1/games", self.token, order)["id"]

    def state(self, game: str) -> bytes:
        """The answer that shows a game."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", f"/v1/games/{game}", headers={"Authorization": f"Bearer {self.token}"})
        return connection.getresponse().read()

    def steps(self, games: list[str]) -> Iterator[bytes]:
        """Each game's steps, one request each, all games taking turns."""
        requests = [request("POST", f"/v1/games/{game}/step", self.token, b"{}") for game in games]
        for _ in repeat(None, STEPS):
            yield from requests

    def states(self, games: list[str]) -> Iterator[bytes]:
        """The games' states, over and over."""
        requests = [request("GET", f"/v1/games/{game}", self.token) for game in games]
        while True:
            yield from requests

    def autoplays(self, games: list[str]) -> Iterator[bytes]:
        """One whole fate a request."""
        return (request("POST", f"/v1/games/{game}/autoplay", self.token, b"{}") for game in games)

    def deals(self) -> Iterator[bytes]:
        """One new random game a request."""
        return repeat(request("POST", "/v1/games", self.token, b"{}"))
