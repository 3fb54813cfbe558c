"""The Perpetual Engine: a lock starts the chain again, until all cards are up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from tests.api.rules.table import Table, deal, deal_where
from tests.builders import a_deal
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, locked

if TYPE_CHECKING:
    from typing import Literal

    from tests.api.client import Client

PERPETUAL = Rules(on_lock="restart")


@pytest.mark.parametrize("mode", ["reveal", "placement"])
def test_a_lock_starts_again_from_the_first_pile_with_cards_face_down(ada: Client, mode: str) -> None:
    table = deal(ada, dealt_to_flip(KINGS, PERPETUAL), PERPETUAL, mode=mode)
    while table.game["flips"] < 5:
        table.turn("step", {"pile": table.game["hand"]["home"]} if mode == "placement" else {})
    assert table.log[-1] == {
        "kind": "restart",
        "set": "KC",
        "under": 13,
        "flipped": "AS",
        "from": 1,
        "depth": None,
        "shuttle": True,
    }
    assert (table.game["status"], table.game["restarts"]) == ("in_progress", 1)


@pytest.mark.parametrize("opening", [12, 13])
@pytest.mark.parametrize("decks", [1, 2])
def test_every_game_is_completed_and_its_restarts_are_counted(
    ada: Client, decks: Literal[1, 2], opening: Literal[12, 13]
) -> None:
    rules = Rules(on_lock="restart", decks=decks, opening_pile=opening)
    for number in range(3):
        table = deal(ada, a_deal(number, decks), rules)
        restarts = 0
        while table.game["result"] is None:
            hidden = {pile["pile"]: pile["face_down"] for pile in table.game["piles"]}
            made = len(table.log)
            table.step()
            turned = table.log[made]
            restarts += turned["kind"] == "restart"
            if turned["kind"] == "restart":
                assert hidden[turned["under"]] == 0
                assert turned["from"] == next(pile for pile, left in hidden.items() if left)
            assert table.game["restarts"] == restarts
        result = table.game["result"]
        assert (table.game["status"], result["outcome"], result["hidden"]) == ("completed", "completed", 0)
        assert (result["restarts"], result["flips"]) == (restarts, 52 * decks)


def test_any_pile_that_has_run_out_starts_the_chain_again(ada: Client) -> None:
    table = deal(ada, deal_where(lambda game: locked(game).restarts >= 3, PERPETUAL), PERPETUAL)
    table.play()
    under = {move["under"] for move in table.log if move["kind"] == "restart"}
    assert len(under) == table.game["restarts"] >= 3


def until_restart(table: Table) -> None:
    while table.game["restarts"] == 0:
        table.step()


def test_the_odds_are_those_of_no_restart_and_gone_with_the_first(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS, PERPETUAL), PERPETUAL)
    assert table.game["odds"]["win"]["value"] == 3 / 51
    until_restart(table)
    assert table.game["odds"]["win"] == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert table.autoplay()["odds"]["win"]["value"] == 0.0


def test_a_game_without_a_restart_is_a_win_in_all_but_name(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]], PERPETUAL), PERPETUAL)
    game = table.play()
    result = game["result"]
    assert (game["status"], game["restarts"], game["odds"]["win"]["value"]) == ("completed", 0, 1.0)
    assert (result["ledger"]["clearance"], result["ledger"]["partial"]) == (5_000, 0)
    assert result["title"]


def test_a_game_with_restarts_is_scored_as_at_its_first_lock_with_chains_of_all_of_it(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS, PERPETUAL), PERPETUAL)
    result = table.play()["result"]
    assert (result["ledger"]["partial"], result["ledger"]["clearance"], result["title"]) == (300, 0, None)
    assert result["ledger"]["chains"] == 500 * 13
    assert result["ledger"]["total"] == 4_999


def test_the_luck_of_a_game_is_that_of_its_first_lock(ada: Client) -> None:
    lost, restarted = (deal(ada, dealt_to_flip(KINGS), rules).play()["result"] for rules in (Rules(), PERPETUAL))
    assert lost["luck"] == restarted["luck"] < 0.001
