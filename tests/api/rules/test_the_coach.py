"""What the coach says of each mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.cards import Card
from service.game.rules import Rules
from tests.api.rules.table import deal
from tests.game.deals import KINGS, dealt_to_flip

if TYPE_CHECKING:
    from tests.api.client import Client


@pytest.mark.parametrize(
    ("flipped", "pile", "code"),
    [
        ("JS", 13, "court_card_to_centre"),
        ("QH", 13, "court_card_to_centre"),
        ("7S JS", 13, "court_card_to_centre"),
        ("KS", 12, "king_to_hour"),
        ("7S KS", 7, "king_to_hour"),
        ("7S 7H", 8, "own_pile_refused"),
        ("7S 7H", 2, "own_pile_refused"),
        ("3S 9D", 4, "next_hour"),
        ("3S 9D", 10, "next_hour"),
        ("QS 5D", 1, "next_hour"),
        ("7S", 13, "number_card_to_centre"),
        ("AS", 13, "number_card_to_centre"),
        ("3S 9D", 13, "number_card_to_centre"),
        ("7S", 2, "wrong_hour"),
        ("3S JD", 5, "wrong_hour"),
    ],
)
def test_the_coach_tells_which_mistake_it_was_and_where_the_card_goes(
    ada: Client, flipped: str, pile: int, code: str
) -> None:
    cards = [Card.parse(card) for card in flipped.split()]
    table = deal(ada, dealt_to_flip(cards), mode="placement")
    table.place_rightly(len(cards) - 1)
    table.place(pile)
    assert table.coach is not None
    assert (table.coach["code"], table.coach["pile"]) == (code, cards[-1].home)
    assert len(table.coach["why"]) > 20


def test_the_card_that_locks_is_coached_like_any_other(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS), mode="placement")
    table.place_rightly(3)
    table.place(5)
    assert (table.coach or {})["code"] == "king_to_hour"


def test_a_queen_that_opened_the_game_at_twelve_is_told_that_its_own_pile_is_right(ada: Client) -> None:
    rules = Rules(opening_pile=12)
    table = deal(ada, dealt_to_flip([Card("Q", "S")], rules), rules, mode="placement")
    table.place(1)
    assert (table.coach or {})["code"] == "own_pile_refused"
    table.place(13)
    assert (table.coach or {})["code"] == "court_card_to_centre"


def test_nobody_is_coached_who_was_right(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS), mode="placement")
    table.place(13)
    assert table.coach is None
