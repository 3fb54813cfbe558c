"""Finales dealt face up: whoever looks knows how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from tests.api.rules.table import deal, deal_where
from tests.builders import a_deal
from tests.game.deals import KINGS, dealt_to_flip, locked

if TYPE_CHECKING:
    from tests.api.client import Client

FACE_UP = Rules(finales="face_up")


@pytest.mark.parametrize("rules", [FACE_UP, Rules(finales="face_up", decks=2, dealing="packets", opening_pile=12)])
def test_the_deepest_card_of_every_pile_is_shown_and_not_counted_as_flipped(ada: Client, rules: Rules) -> None:
    cards = a_deal(1, rules.decks)
    game = deal(ada, cards, rules).game
    assert [pile["finale"] for pile in game["piles"]] == [pile[0].code for pile in cards.piles(rules.dealing)]
    assert (game["flips"], game["hidden"]) == (1, 52 * rules.decks - 1)


def test_a_finale_is_shown_until_the_chain_comes_to_it(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS, FACE_UP), FACE_UP)
    assert table.step(2)["piles"][12] == {
        "pile": 13,
        "rank": "K",
        "label": "centre",
        "face_down": 1,
        "face_up": ["KS", "KH"],
        "finale": "KC",
    }
    ended = table.step()
    assert (ended["piles"][12]["finale"], ended["piles"][12]["face_down"]) == (None, 0)
    assert all(pile["finale"] for pile in ended["piles"][:12])


@pytest.mark.parametrize(("status", "value"), [("won", 1.0), ("lost", 0.0)])
def test_the_odds_are_those_of_the_end_from_the_deal_on(ada: Client, status: str, value: float) -> None:
    table = deal(ada, deal_where(lambda game: locked(game).status == status, FACE_UP), FACE_UP)
    while table.game["result"] is None:
        assert table.game["odds"]["win"] == {"numerator": int(value), "denominator": 1, "value": value}
        table.step()
    assert table.game["status"] == status


def test_other_rules_show_no_finale(ada: Client) -> None:
    table = deal(ada, a_deal(1))
    table.step(9)
    assert all(pile["finale"] is None for pile in table.game["piles"])


def test_finales_are_shown_of_perpetual_games_too(ada: Client) -> None:
    rules = Rules(finales="face_up", on_lock="restart")
    table = deal(ada, deal_where(lambda game: locked(game).restarts == 0, rules), rules)
    assert table.game["odds"]["win"]["value"] == 1.0
    assert table.play()["restarts"] == 0
    assert not any(pile["finale"] for pile in table.game["piles"])
