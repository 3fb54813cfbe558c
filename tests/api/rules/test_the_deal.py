"""How the cards are dealt, and how the first one is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from tests.api.rules.table import deal
from tests.builders import a_deal

if TYPE_CHECKING:
    from typing import Literal

    from tests.api.client import Client


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("opening", [12, 13])
def test_one_at_a_time_the_card_dealt_last_to_a_pile_is_its_top(
    ada: Client, decks: Literal[1, 2], opening: Literal[12, 13]
) -> None:
    cards = a_deal(3, decks)
    table = deal(ada, cards, Rules(decks=decks, opening_pile=opening))
    top = cards.codes()[opening - 1 :: 13][-1]
    assert (table.game["hand"]["card"], table.game["hand"]["from"]) == (top, opening)
    assert [pile["face_down"] for pile in table.game["piles"]] == [
        4 * decks - (number == opening) for number in range(1, 14)
    ]


@pytest.mark.parametrize("decks", [1, 2])
def test_in_packets_each_pile_gets_all_its_cards_at_once(ada: Client, decks: Literal[1, 2]) -> None:
    cards = a_deal(4, decks)
    table = deal(ada, cards, Rules(decks=decks, dealing="packets"))
    assert table.game["hand"]["card"] == cards.codes()[-1]
    first = table.game["hand"]["home"]
    assert table.step()["hand"]["card"] == cards.codes()[4 * decks * first - (2 if first == 13 else 1)]


def test_the_deal_turns_the_first_card_and_sets_none(ada: Client) -> None:
    game = deal(ada, a_deal(5)).game
    log = ada.get(f"/v1/games/{game['id']}/moves").get_json()["items"]
    opening = {"kind": "open", "set": None, "under": None, "from": 13, "depth": None, "shuttle": False}
    assert log == [opening | {"flipped": game["hand"]["card"]}]
    assert not any(pile["face_up"] for pile in game["piles"])


def test_the_piles_are_the_hours_and_the_centre(ada: Client) -> None:
    piles = deal(ada, a_deal(6)).game["piles"]
    assert [pile["pile"] for pile in piles] == list(range(1, 14))
    assert "".join(pile["rank"] for pile in piles) == "A23456789TJQK"
    assert (piles[0]["label"], piles[11]["label"], piles[12]["label"]) == ("one o'clock", "twelve o'clock", "centre")
