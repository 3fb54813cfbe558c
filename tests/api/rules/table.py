"""A game played over HTTP, and what holds of every game at every moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from service.game.game import Game
from service.game.rules import OPTIONS, Rules
from tests.builders import a_deal

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    from service.game.deal import Deal
    from tests.api.client import Client, Json

FINISHED = ("won", "lost", "completed", "abandoned")


@dataclass
class Table:
    """One game of a player's; `game` is as the last answer had it, `log` all moves that were answered."""

    client: Client
    game: Json
    log: list[Json] = field(default_factory=list)
    coach: Json | None = None

    def post(self, action: str, body: Json | None = None) -> TestResponse:
        """One request about the game, whatever it answers."""
        return self.client.post(f"/v1/games/{self.game['id']}/{action}", body)

    def turn(self, action: str, body: Json | None = None) -> Json:
        """A request that is accepted, and the game after it."""
        answer = self.post(action, body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        told = answer.get_json()
        assert told["accepted"] == (told["coach"] is None)
        assert answer.headers["ETag"] == f'"{told["game"]["version"]}"'
        self.game, self.coach = told["game"], told["coach"]
        self.log += told["moves"]
        lies_right(self.game)
        return self.game

    def step(self, count: int = 1) -> Json:
        return self.turn("step", {"count": count})

    def place(self, pile: int) -> Json:
        return self.turn("step", {"pile": pile})

    def place_rightly(self, times: int = 1) -> Json:
        for _ in range(times):
            self.place(self.game["hand"]["home"])
        return self.game

    def autoplay(self, until: str = "end") -> Json:
        return self.turn("autoplay", {"until": until})

    def exchange(self, pile: int, depth: int) -> Json:
        return self.turn("reprieve", {"pile": pile, "depth": depth})

    def decline(self) -> Json:
        return self.turn("reprieve", {"decline": True})

    def fork(self, pile: int) -> Json:
        return self.turn("fork", {"pile": pile})

    def play(self, choose: Callable[[list[Json]], Json] = itemgetter(0)) -> Json:
        """The game, played move by move to its end, with a way to decide among the choices."""
        while self.game["status"] not in FINISHED:
            status = self.game["status"]
            if status == "in_progress":
                move = {"pile": self.game["hand"]["home"]} if self.game["mode"] == "placement" else {}
                self.turn("step", move)
            else:
                self.turn(status.removeprefix("awaiting_"), choose(self.game["choices"]))
        return self.game

    def pile(self, number: int) -> Json:
        return dict(self.game["piles"][number - 1])


def deal(client: Client, cards: Deal, rules: Rules | None = None, **more: Any) -> Table:
    """A table with these very cards."""
    options = {option: getattr(rules or Rules(), option) for option in OPTIONS}
    game = client.deal(rules=options, deal={"kind": "custom", "deck": cards.codes()}, **more)
    assert (game["flips"], game["version"], game["rules"]) == (1, 1, options)
    lies_right(game)
    return Table(client, game)


def deal_where(fits: Callable[[Game], bool], rules: Rules) -> Deal:
    """The first of many deals whose game, as it opens under these rules, fits."""
    for number in range(20_000):
        cards = a_deal(number, rules.decks)
        if fits(Game(cards, rules)):
            return cards
    raise LookupError("no such deal among those that were looked at")


def lies_right(game: Json) -> None:
    """Assert what holds of every game: counts agree, cards lie at home, and no card is there too often."""
    up = [(pile["pile"], card) for pile in game["piles"] for card in pile["face_up"]]
    shown = [card for _, card in up] + ([game["hand"]["card"]] if game["hand"] else [])
    assert game["flips"] == len(shown) == game["cards"] - game["hidden"]
    assert game["hidden"] == sum(pile["face_down"] for pile in game["piles"])
    assert all(pile == home(card) for pile, card in up)
    decks = game["rules"]["decks"]
    assert all(shown.count(card) <= decks for card in shown)
    assert game["locking_seen"] == sum(card[0] == game["locking_rank"] for card in shown)
    assert (game["choices"] is not None) == game["status"].startswith("awaiting_")
    assert (game["result"] is not None) == (game["status"] in FINISHED)


def home(card: str) -> int:
    """Where a card belongs, by its code."""
    return "A23456789TJQK".index(card[0]) + 1
