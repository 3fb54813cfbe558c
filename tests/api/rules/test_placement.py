"""Placement mode: the player names the pile of every card, and mistakes are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from tests.api.client import faults, slug
from tests.api.rules.table import deal
from tests.builders import a_deal
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip

if TYPE_CHECKING:
    from tests.api.client import Client


def test_a_right_pile_sets_the_card_and_turns_that_piles_top(ada: Client) -> None:
    table = deal(ada, a_deal(1), mode="placement")
    before = table.game
    after = table.place(before["hand"]["home"])
    (move,) = table.log
    assert (move["set"], move["under"]) == (before["hand"]["card"], before["hand"]["home"])
    assert (after["version"], after["flips"], after["hand"]["card"]) == (2, 2, move["flipped"])


def test_a_wrong_pile_is_counted_and_changes_nothing_else(ada: Client) -> None:
    table = deal(ada, a_deal(1), mode="placement")
    before = table.game
    for errors, pile in enumerate((pile for pile in range(1, 14) if pile != before["hand"]["home"]), 1):
        after = table.place(pile)
        assert (after["placement_errors"], after["version"], table.log) == (errors, 1 + errors, [])
        assert table.coach is not None
        assert table.coach["pile"] == before["hand"]["home"]
        assert after | {"placement_errors": 0, "version": 1, "updated_at": ""} == before | {"updated_at": ""}
    log = ada.get(f"/v1/games/{before['id']}/moves").get_json()["items"]
    assert [move["kind"] for move in log] == ["open"]


def test_the_fourth_king_must_be_placed_too(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS), mode="placement")
    game = table.place_rightly(3)
    assert (game["status"], game["flips"], game["hand"]["card"], game["result"]) == ("in_progress", 4, "KC", None)
    assert table.place(12)["placement_errors"] == 1
    ended = table.place(13)
    assert (ended["status"], ended["hand"], ended["result"]["placement_errors"]) == ("lost", None, 1)
    assert table.log[-1] == {
        "kind": "move",
        "set": "KC",
        "under": 13,
        "flipped": None,
        "from": None,
        "depth": None,
        "shuttle": True,
    }


def test_the_odds_are_told_when_the_last_card_is_in_hand_and_when_it_is_placed(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), mode="placement")
    game = table.place_rightly(51)
    assert (game["flips"], game["hidden"], game["status"]) == (52, 0, "in_progress")
    assert game["odds"]["win"]["value"] == 1.0
    assert table.place(13)["status"] == "won"
    assert table.game["odds"]["win"]["value"] == 1.0


def test_the_moves_are_those_of_the_same_deal_revealed(ada: Client) -> None:
    placed, revealed = deal(ada, a_deal(3), mode="placement"), deal(ada, a_deal(3))
    placed.play()
    revealed.autoplay()
    assert placed.log == revealed.log
    assert placed.game["piles"] == revealed.game["piles"]


def test_a_step_of_the_other_modes_kind_is_refused_where_it_is_wrong(ada: Client) -> None:
    placed, revealed = deal(ada, a_deal(1), mode="placement"), deal(ada, a_deal(1))
    assert faults(placed.post("step")).keys() == {"/pile"}
    assert faults(placed.post("step", {"count": 2})).keys() == {"/count"}
    assert faults(revealed.post("step", {"pile": 7})).keys() == {"/pile"}
    for table in (placed, revealed):
        assert faults(table.post("step", {"pile": 7, "count": 1})).keys() == {"/pile"}
        assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game


@pytest.mark.parametrize("pile", [0, 14, -1, True, 7.0, "7", None, [7]])
def test_a_pile_is_an_integer_from_1_to_13(ada: Client, pile: object) -> None:
    table = deal(ada, a_deal(1), mode="placement")
    assert faults(table.post("step", {"pile": pile})).keys() == {"/pile"}
    assert ada.get(f"/v1/games/{table.game['id']}").get_json()["placement_errors"] == 0


@pytest.mark.parametrize("until", ["decision", "end"])
def test_autoplay_is_for_reveal_mode_and_for_practice(ada: Client, until: str) -> None:
    table = deal(ada, a_deal(1), mode="placement")
    answer = table.post("autoplay", {"until": until})
    assert (answer.status_code, slug(answer)) == (409, "autoplay-not-allowed")
    assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game
    practice = deal(ada, a_deal(1), mode="placement", practice=True)
    assert practice.autoplay(until)["status"] in ("won", "lost")


def test_a_game_that_is_over_takes_no_card(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS), mode="placement")
    table.place_rightly(4)
    for body in ({"pile": 13}, {"pile": 1}, {}):
        assert slug(table.post("step", body)) == "game-over"


def test_a_repeated_mistake_under_one_key_is_counted_once_and_told_in_the_same_bytes(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([HOUR_CARDS[-1]]), mode="placement")
    path, key = f"/v1/games/{table.game['id']}/step", {"Idempotency-Key": "once"}
    first, again = (ada.post(path, {"pile": 13}, headers=key) for _ in range(2))
    assert first.get_data() == again.get_data()
    assert (again.headers["Idempotency-Replayed"], again.get_json()["coach"]["code"]) == (
        "true",
        "court_card_to_centre",
    )
    assert ada.get(path.removesuffix("/step")).get_json()["placement_errors"] == 1


@pytest.mark.parametrize("rules", [Rules(decks=2), Rules(opening_pile=12), Rules(finales="face_up")])
def test_every_forced_variant_is_placed_to_its_end(ada: Client, rules: Rules) -> None:
    game = deal(ada, a_deal(2, rules.decks), rules, mode="placement").play()
    assert game["status"] in ("won", "lost")
    assert game["result"]["placement_errors"] == 0
