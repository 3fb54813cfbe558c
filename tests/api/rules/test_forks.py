"""The Watch with two piles: a way to choose after a shuttle, and no way that is better."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import pytest

from service.game.cards import CENTRE, Card
from service.game.decisions import Fork
from service.game.rules import Rules
from tests.api.client import Client, faults, slug
from tests.api.rules.table import Table, deal, deal_where
from tests.builders import a_deal
from tests.game.deals import KINGS, dealt_to_flip, locked

if TYPE_CHECKING:
    from service.game.game import Game

FORKS = Rules(fork="opposite")


def at_a_fork(client: Client, **more: object) -> Table:
    """A table whose game waits at seven o'clock, with one o'clock straight across."""
    cards = dealt_to_flip([Card("7", "S"), Card("7", "H"), KINGS[0]], FORKS)
    table = deal(client, cards, FORKS, **more)
    table.place_rightly() if table.game["mode"] == "placement" else table.step()
    return table


def test_after_a_shuttle_at_an_hour_the_hour_and_the_one_across_may_be_chosen(ada: Client) -> None:
    game = at_a_fork(ada).game
    assert (game["status"], game["variant"]) == ("awaiting_fork", "watch_fork")
    assert (game["hand"]["card"], game["hand"]["from"], game["hand"]["home"]) == ("7H", 7, 7)
    assert game["choices"] == [{"pile": 7}, {"pile": 1}]


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("pile", [7, 1])
def test_a_choice_sets_the_shuttle_and_turns_the_chosen_piles_top(ada: Client, mode: str, pile: int) -> None:
    table = at_a_fork(ada, mode=mode)
    before = table.game
    table.log.clear()
    after = table.fork(pile)
    (move,) = table.log
    assert (move["kind"], move["set"], move["under"], move["from"], move["shuttle"]) == ("move", "7H", 7, pile, True)
    assert (after["hand"]["from"], after["flips"]) == (pile, before["flips"] + 1)
    assert after["piles"][pile - 1]["face_down"] == before["piles"][pile - 1]["face_down"] - 1
    assert after["placement_errors"] == 0


@pytest.mark.parametrize("hour", range(1, 13))
def test_straight_across_is_six_hours_on(ada: Client, hour: int) -> None:
    rank = "A23456789TJQ"[hour - 1]
    cards = dealt_to_flip([Card(rank, "S"), Card(rank, "H"), KINGS[0]], FORKS)
    choices = deal(ada, cards, FORKS).step()["choices"]
    assert choices == [{"pile": hour}, {"pile": (hour + 6 - 1) % 12 + 1}]


def test_a_king_that_goes_back_to_the_centre_asks_nothing(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([*KINGS[:3], Card("2", "S")], FORKS), FORKS)
    assert table.step()["status"] == "in_progress"
    assert table.log[-1]["flipped"] == "KH"


def test_an_hour_that_is_asked_and_has_none_passes_the_question_on_clockwise(ada: Client) -> None:
    table, passed_on = deal(ada, deal_where(passes_on, FORKS), FORKS), 0
    while table.game["result"] is None:
        game, made = table.game, len(table.log)
        if game["choices"]:
            table.fork(game["choices"][1]["pile"])
            continue
        table.step()
        asked, turned = game["hand"]["home"], table.log[made]["from"]
        if asked != CENTRE:
            clockwise = [(asked - 1 + hours) % 12 for hours in range(12)]
            assert turned == 1 + next(hour for hour in clockwise if game["piles"][hour]["face_down"])
            passed_on += turned != asked
    assert passed_on > 0


def passes_on(game: Game) -> bool:
    """Whether an hour passes the question on, if the way across is always taken."""
    while game.outcome is None:
        game = locked(game) if game.choices is None else game.decide(Fork(game.choices[1].pile))
    steps = pairwise(game.chain.flips)
    return any(flip.card.home not in (CENTRE, flip.pile, then.pile) for flip, then in steps)


def test_nothing_is_asked_where_one_of_the_two_piles_has_no_card_left(ada: Client) -> None:
    table = deal(ada, a_deal(1), FORKS)
    asked = 0
    while table.game["result"] is None:
        game = table.game
        hand, piles = game["hand"], game["piles"]
        across = (hand["home"] + 5) % 12
        both = piles[hand["home"] - 1]["face_down"] > 0 and piles[across]["face_down"] > 0
        is_fork = hand["from"] == hand["home"] != 13 and both
        assert (game["status"] == "awaiting_fork") == is_fork
        asked += is_fork
        table.fork(across + 1) if is_fork else table.step()
    assert asked > 0


def test_only_the_centre_locks_whichever_way_is_taken(ada: Client) -> None:
    for number in range(4):
        for choose in (itemgetter(0), itemgetter(1)):
            table = deal(ada, a_deal(number), FORKS)
            game = table.play(choose)
            assert (game["locking_seen"], table.log[-1]["under"]) == (4, 13)
            assert (game["status"] == "won") == (game["hidden"] == 0)


def test_the_odds_are_the_same_whichever_way_is_taken(ada: Client) -> None:
    table = deal(ada, a_deal(3), FORKS)
    while table.game["result"] is None:
        game, odds = table.game, table.game["odds"]["win"]
        kings = 4 - game["locking_seen"]
        assert Fraction(odds["numerator"], odds["denominator"]) == Fraction(kings, game["hidden"])
        table.fork(game["choices"][1]["pile"]) if game["choices"] else table.step()


def test_autoplay_stays_with_the_hours_own_pile(ada: Client) -> None:
    played, stepped = deal(ada, a_deal(3), FORKS), deal(ada, a_deal(3), FORKS)
    assert played.autoplay()["piles"] == stepped.play()["piles"]
    assert played.log == stepped.log


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"pile": 2}, "/pile"), ({"pile": 13}, "/pile"), ({}, "/pile"), ({"pile": 1, "depth": 1}, "/depth")],
)
def test_a_way_that_is_not_offered_is_refused(ada: Client, body: dict[str, int], pointer: str) -> None:
    table = at_a_fork(ada)
    assert pointer in faults(table.post("fork", body))
    assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game


def test_nothing_moves_before_the_way_is_chosen(ada: Client) -> None:
    for mode, move in (("reveal", {}), ("placement", {"pile": 7})):
        table = at_a_fork(ada, mode=mode)
        answer = table.post("step", move)
        assert (slug(answer), answer.get_json()["question"]) == ("decision-pending", "fork")
        for body in ({"pile": 7, "depth": 1}, {"decline": True}):
            assert slug(table.post("reprieve", body)) == "no-decision-pending"
