"""The log of a game: enough to play it after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from tests.api.rules.table import deal, deal_where
from tests.game.deals import locked

if TYPE_CHECKING:
    from tests.api.client import Client

WATCH = Rules(reprieves=1)


@pytest.mark.parametrize("mode", ["reveal", "placement"])
def test_a_game_can_be_played_after_from_its_log_alone(ada: Client, mode: str) -> None:
    cards = deal_where(lambda game: bool(locked(game).choices), WATCH)
    ended = deal(ada, cards, WATCH, mode=mode).play(choose=lambda choices: choices[len(choices) // 2])
    piles: dict[int, list[str]] = {pile: [] for pile in range(1, 14)}
    hidden: dict[int, list[str | None]] = {pile: [None] * 4 for pile in range(1, 14)}
    in_hand = None
    for move in ada.get(f"/v1/games/{ended['id']}/moves?limit=100").get_json()["items"]:
        assert (move["depth"] is not None) == (move["kind"] == "reprieve")
        if move["kind"] == "reprieve":
            hidden[move["from"]][-move["depth"]] = in_hand
        elif move["flipped"]:
            assert hidden[move["from"]].pop() in (None, move["flipped"])
        if move["set"]:
            assert move["set"] == in_hand
            piles[move["under"]].append(move["set"])
        in_hand = move["flipped"]
    assert [piles[pile["pile"]] for pile in ended["piles"]] == [pile["face_up"] for pile in ended["piles"]]
    assert [len(hidden[pile["pile"]]) for pile in ended["piles"]] == [pile["face_down"] for pile in ended["piles"]]
