"""The Big Clock with its two decks, and the game that opens at twelve o'clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.cards import PACK
from service.game.rules import Rules
from tests.api.rules.table import deal
from tests.builders import a_deal
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip

if TYPE_CHECKING:
    from tests.api.client import Client

BIG, TWELVE, BIG_TWELVE = Rules(decks=2), Rules(opening_pile=12), Rules(decks=2, opening_pile=12)
QUEENS = tuple(card for card in PACK if card.rank == "Q")
OTHERS = tuple(sorted((card for card in PACK if card.rank != "Q"), key=lambda card: card.home))


def test_the_big_clock_has_104_cards_in_piles_of_eight(ada: Client) -> None:
    game = deal(ada, a_deal(1, decks=2), BIG).game
    assert (game["variant"], game["cards"], game["hidden"]) == ("big_clock", 104, 103)
    assert [pile["face_down"] for pile in game["piles"]] == [8] * 12 + [7]


def test_the_big_clock_goes_on_after_the_fourth_king_and_locks_with_the_eighth(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS * 2, BIG), BIG)
    assert table.step(6)["status"] == "in_progress"
    assert table.game["locking_seen"] == 7
    ended = table.step()
    assert (ended["status"], ended["flips"], ended["hidden"]) == ("lost", 8, 96)


def test_the_big_clock_is_won_with_all_104_cards_up(ada: Client) -> None:
    kings = KINGS * 2
    game = deal(ada, dealt_to_flip([*kings[:7], *HOUR_CARDS, *HOUR_CARDS, kings[7]], BIG), BIG).play()
    assert (game["status"], game["flips"], game["result"]["ledger"]["clearance"]) == ("won", 104, 10_000)


def test_twelve_oclock_opens_and_the_fourth_queen_locks(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(QUEENS, TWELVE), TWELVE)
    game = table.game
    assert (game["variant"], game["locking_rank"], game["hand"]["from"]) == ("twelve_start", "Q", 12)
    ended = table.step(3)
    assert (ended["status"], ended["flips"], ended["locking_seen"]) == ("lost", 4, 4)
    assert table.log[-1]["under"] == 12


def test_with_twelve_oclock_open_four_kings_are_four_ordinary_cards(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([*QUEENS[:3], *reversed(OTHERS)], TWELVE), TWELVE)
    game = table.step(7)
    assert (game["status"], len(game["piles"][12]["face_up"]), game["flips"]) == ("in_progress", 4, 8)


def test_the_game_at_twelve_is_won_with_the_fourth_queen_last(ada: Client) -> None:
    game = deal(ada, dealt_to_flip([*QUEENS[:3], *OTHERS, QUEENS[3]], TWELVE), TWELVE).play()
    assert (game["status"], game["hidden"]) == ("won", 0)


@pytest.mark.parametrize("rules", [BIG, TWELVE, BIG_TWELVE])
def test_the_odds_are_locking_cards_unseen_among_cards_unseen(ada: Client, rules: Rules) -> None:
    table = deal(ada, a_deal(7, rules.decks), rules)
    while table.game["status"] == "in_progress":
        odds, unseen = table.game["odds"]["win"], 4 * rules.decks - table.game["locking_seen"]
        assert odds["numerator"] * table.game["hidden"] == unseen * odds["denominator"]
        table.step(5)
    assert table.log[-1]["set"][0] == rules.locking_rank
