"""The standard game: no choice, one way to lock, one way to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.cards import Card
from service.game.deal import Deal
from service.game.rules import Rules
from tests.api.client import slug
from tests.api.rules.table import deal, deal_where
from tests.builders import a_deal
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, laid, locked

if TYPE_CHECKING:
    from service.game.game import Game
    from tests.api.client import Client

STANDARD = Rules()
LAST_KING_LAST = (*KINGS[:3], *HOUR_CARDS, KINGS[3])


def test_a_won_game_is_one_deal_and_51_steps_with_nothing_left_in_hand(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(LAST_KING_LAST))
    for flips in range(2, 52):
        assert table.step()["flips"] == flips
        assert table.game["status"] == "in_progress"
    assert table.step()["status"] == "won"
    assert (table.game["flips"], table.game["hidden"], table.game["hand"]) == (52, 0, None)
    assert all(len(pile["face_up"]) == 4 for pile in table.game["piles"])


def test_the_card_that_ends_the_game_is_set_in_the_step_that_turned_it(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS))
    table.step(2)
    table.log.clear()
    assert table.step()["status"] == "lost"
    turned, placed = table.log
    assert (turned["flipped"], turned["from"], placed["flipped"], placed["from"]) == ("KC", 13, None, None)
    assert (placed["kind"], placed["set"], placed["under"]) == ("move", "KC", 13)


def test_the_fourth_king_ends_the_game_however_many_cards_are_hidden(ada: Client) -> None:
    game = deal(ada, dealt_to_flip(KINGS)).play()
    assert (game["status"], game["flips"], game["hidden"]) == ("lost", 4, 48)
    assert game["result"]["hidden"] == 48


def test_a_king_first_is_an_ordinary_first_king(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([KINGS[0], *HOUR_CARDS[:4]]))
    assert (table.game["hand"]["card"], table.game["locking_seen"], table.game["status"]) == ("KS", 1, "in_progress")
    assert table.step()["hand"]["from"] == 13
    assert table.log[-1]["shuttle"]


def test_three_kings_early_are_no_loss(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([*KINGS[:3], *HOUR_CARDS[:3]]))
    assert table.step(3)["status"] == "in_progress"
    assert (table.game["locking_seen"], table.game["flips"]) == (3, 4)


def test_a_shuttle_is_an_ordinary_step_from_the_same_pile(ada: Client) -> None:
    sevens = [Card("7", suit) for suit in "SHD"]
    table = deal(ada, dealt_to_flip([*sevens, KINGS[0]]))
    table.step(3)
    assert [(move["under"], move["from"], move["shuttle"]) for move in table.log] == [
        (7, 7, False),
        (7, 7, True),
        (7, 7, True),
    ]


def test_forty_eight_hour_cards_up_are_no_win_yet(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([KINGS[0], *HOUR_CARDS, *KINGS[1:]]))
    assert table.step(49)["status"] == "in_progress"
    assert all(len(pile["face_up"]) == 4 for pile in table.game["piles"][:12])
    assert table.step()["flips"] == 51
    assert table.step()["status"] == "won"


def test_hidden_cards_that_lie_in_their_own_piles_are_lost_like_any_others(ada: Client) -> None:
    own = [[Card("A23456789TJQK"[pile], suit) for suit in "SHDC"] for pile in range(13)]
    game = deal(ada, laid(own, STANDARD)).play()
    assert (game["status"], game["hidden"]) == ("lost", 48)


def test_any_king_that_comes_last_wins_and_it_need_not_lie_at_the_bottom_of_the_centre(ada: Client) -> None:
    def wins_from_an_hour(game: Game) -> bool:
        ended = locked(game)
        return ended.status == "won" and ended.revealed[-1].pile != 13

    table = deal(ada, deal_where(wins_from_an_hour, STANDARD))
    assert table.play()["status"] == "won"
    assert table.log[-2]["from"] != 13


@pytest.mark.parametrize("number", range(8))
def test_the_last_card_of_every_game_is_a_king_and_its_centre_is_empty(ada: Client, number: int) -> None:
    table = deal(ada, a_deal(number))
    game = table.play()
    assert table.log[-1]["set"][0] == "K"
    assert (table.pile(13)["face_down"], len(table.pile(13)["face_up"]), game["locking_seen"]) == (0, 4, 4)
    assert (game["status"] == "won") == (game["hidden"] == 0)


def test_the_odds_are_kings_unseen_among_cards_unseen_at_every_step(ada: Client) -> None:
    table = deal(ada, a_deal(9))
    while table.game["status"] == "in_progress":
        odds = table.game["odds"]["win"]
        assert odds["numerator"] * table.game["hidden"] == (4 - table.game["locking_seen"]) * odds["denominator"]
        assert odds["value"] == odds["numerator"] / odds["denominator"]
        table.step()
    assert table.game["odds"]["win"]["value"] == (table.game["status"] == "won")


def test_there_is_nothing_to_choose(ada: Client) -> None:
    table = deal(ada, a_deal(2))
    for action, body in (
        ("fork", {"pile": 7}),
        ("reprieve", {"pile": 7, "depth": 1}),
        ("reprieve", {"decline": True}),
    ):
        answer = table.post(action, body)
        assert (answer.status_code, slug(answer)) == (409, "no-decision-pending")
    assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game


UVA = """
TS QC 8S 8D QH 2D 3H KH 9H 2H TH KS KC 9D JH 7H JD 2S QS TD 2C 4H 5H AD 4D 5D
6D 4S 9S 5S 7S JS 8H 3D 8C 3S 4C 6S 9C AS 7C AH 6H KD JC 7D AC 5C TC QD 6C 3C
"""


def test_the_contest_sample_ends_with_its_44th_card_the_king_of_diamonds(ada: Client) -> None:
    table = deal(ada, Deal.parse(reversed(UVA.split())))
    assert (table.play()["flips"], table.log[-1]["set"]) == (44, "KD")
