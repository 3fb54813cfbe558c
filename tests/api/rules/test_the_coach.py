"""What the coach says of each mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.content import narration
from service.content.languages import languages
from service.game.cards import Card
from service.game.coach import Mistake
from service.game.rules import Rules
from tests.api.client import faults, slug
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


@pytest.mark.parametrize("lang", languages())
def test_the_coach_speaks_the_language_that_is_asked_for(ada: Client, lang: str) -> None:
    game = deal(ada, dealt_to_flip(KINGS), mode="placement").game
    path = f"/v1/games/{game['id']}/step"
    wrong = ada.post(f"{path}?lang={lang}", {"pile": 5})
    assert wrong.headers["Content-Language"] == lang
    card = Card.parse(game["hand"]["card"])
    assert wrong.get_json()["coach"]["why"] == narration.coach(Mistake.KING_TO_HOUR, card, 13, lang)
    assert ada.post(f"{path}?lang={lang}", {"pile": 13}).get_json()["accepted"]
    plain = ada.post(path, {"pile": 5})
    assert (plain.headers["Content-Language"], plain.get_json()["coach"]["code"]) == ("en", "king_to_hour")


@pytest.mark.parametrize("mode", ["placement", "reveal"])
@pytest.mark.parametrize("lang", ["", "xx", "EN"])
def test_a_step_in_a_language_that_there_is_not_changes_nothing(ada: Client, mode: str, lang: str) -> None:
    game = deal(ada, dealt_to_flip(KINGS), mode=mode).game
    body = {"pile": 13} if mode == "placement" else {}
    assert list(faults(ada.post(f"/v1/games/{game['id']}/step?lang={lang}", body))) == ["/lang"]
    assert ada.get(f"/v1/games/{game['id']}").get_json()["version"] == 1


def test_one_key_does_not_move_twice_in_two_languages(ada: Client) -> None:
    game = deal(ada, dealt_to_flip(KINGS), mode="placement").game
    path, key = f"/v1/games/{game['id']}/step", {"Idempotency-Key": "once"}
    first, again = (ada.post(f"{path}?lang=de", {"pile": 5}, headers=key) for _ in range(2))
    assert first.get_data() == again.get_data()
    assert again.headers["Content-Language"] == "de"
    for query in ("", "?lang=en"):
        answer = ada.post(f"{path}{query}", {"pile": 5}, headers=key)
        assert (answer.status_code, slug(answer)) == (422, "idempotency-key-reused")
    assert ada.get(path.removesuffix("/step")).get_json()["placement_errors"] == 1
