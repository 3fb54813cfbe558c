"""The Watch: one exchange when the game would lock."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from service.game.rules import Rules
from tests.api.client import Client, faults, slug
from tests.api.rules.table import Table, deal, deal_where, home
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, locked

if TYPE_CHECKING:
    from typing import Literal

    from service.game.game import Game

WATCH, BIG_WATCH, TWELVE_WATCH = Rules(reprieves=1), Rules(decks=2, reprieves=1), Rules(opening_pile=12, reprieves=1)


def locks_with(hidden: int, rules: Rules) -> Any:
    """A deal that locks with so many cards hidden, in several piles, one of them with more than one."""

    def fits(game: Game) -> bool:
        choices = locked(game).choices or ()
        return len(choices) == hidden and 1 < len({choice.pile for choice in choices}) < hidden

    return deal_where(fits, rules)


def at_the_lock(client: Client, rules: Rules = WATCH, hidden: int = 6, **more: Any) -> Table:
    """A table whose game waits for a reprieve."""
    table = deal(client, locks_with(hidden, rules), rules, **more)
    while table.game["status"] == "in_progress":
        table.place_rightly() if table.game["mode"] == "placement" else table.step(104)
    assert (table.game["status"], table.game["hidden"]) == ("awaiting_reprieve", hidden)
    return table


def finales(game: dict[str, Any]) -> dict[int, int]:
    """The depth of the deepest face-down card of each pile that has any."""
    return {pile["pile"]: pile["face_down"] for pile in game["piles"] if pile["face_down"]}


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("rules", [WATCH, BIG_WATCH, TWELVE_WATCH])
def test_the_lock_waits_with_the_locking_card_in_hand_and_every_hidden_card_to_choose(
    ada: Client, rules: Rules, mode: Literal["reveal", "placement"]
) -> None:
    game = at_the_lock(ada, rules, mode=mode).game
    assert (game["hand"]["home"], game["locking_seen"]) == (rules.opening_pile, 4 * rules.decks)
    assert game["piles"][rules.opening_pile - 1]["face_down"] == 0
    assert game["choices"] == [
        {"pile": pile, "depth": depth} for pile, deepest in finales(game).items() for depth in range(1, deepest + 1)
    ]


def test_the_exchange_leaves_the_flips_and_puts_the_card_taken_in_hand(ada: Client) -> None:
    table = at_the_lock(ada)
    before, choice = table.game, table.game["choices"][-1]
    table.log.clear()
    after = table.exchange(**choice)
    (move,) = table.log
    assert (after["flips"], after["hidden"], after["locking_seen"]) == (before["flips"], before["hidden"], 3)
    assert (move["kind"], move["set"], move["under"], move["from"]) == ("reprieve", None, None, choice["pile"])
    assert move["flipped"] == after["hand"]["card"] != before["hand"]["card"]
    assert after["piles"] == before["piles"]
    assert after["version"] == before["version"] + 1


def test_every_place_can_be_chosen_and_gives_the_card_that_lay_there(ada: Client) -> None:
    cards = locks_with(6, WATCH)
    for number, choice in enumerate(at_the_lock(ada).game["choices"]):
        table = at_the_lock(ada)
        taken = cards.piles("one_at_a_time")[choice["pile"] - 1][
            finales(table.game)[choice["pile"]] - choice["depth"]
        ]
        assert table.exchange(**table.game["choices"][number])["hand"]["card"] == taken.code


def test_the_locking_card_comes_up_again_where_it_was_hidden_and_ends_the_game(ada: Client) -> None:
    for choice in at_the_lock(ada).game["choices"]:
        table = at_the_lock(ada)
        locking = table.game["hand"]["card"]
        table.exchange(**choice)
        ended = table.play()
        *_, again, placed = table.log
        assert (again["flipped"], again["from"]) == (locking, choice["pile"])
        assert (placed["set"], placed["flipped"]) == (locking, None)
        assert ended["status"] == ("lost" if ended["hidden"] else "won")


def test_only_a_finale_can_win_and_a_shallower_place_has_no_odds(ada: Client) -> None:
    for choice in at_the_lock(ada).game["choices"]:
        table = at_the_lock(ada)
        deepest = finales(table.game)[choice["pile"]] == choice["depth"]
        game = table.exchange(**choice)
        assert deepest or game["odds"]["win"] == {"numerator": 0, "denominator": 1, "value": 0.0}
        assert deepest or table.play()["status"] == "lost"


def test_the_odds_at_the_lock_are_those_of_the_largest_pile(ada: Client) -> None:
    game = at_the_lock(ada).game
    odds = game["odds"]["win"]
    assert Fraction(odds["numerator"], odds["denominator"]) == Fraction(max(finales(game).values()), game["hidden"])


def test_the_odds_of_the_whole_variant_are_those_of_the_best_choices(ada: Client) -> None:
    games = (deal(ada, dealt_to_flip([card], WATCH), WATCH).game for card in (KINGS[0], HOUR_CARDS[0]))
    king, hour = (
        Fraction(odds["numerator"], odds["denominator"]) for odds in (game["odds"]["win"] for game in games)
    )
    assert float((king + 12 * hour) / 13) == pytest.approx(0.37381888, abs=5e-9)


def test_after_the_exchange_the_odds_count_the_unseen_cards_of_the_chosen_piles_rank(ada: Client) -> None:
    table = at_the_lock(ada)
    piles = finales(table.game)
    pile = max(piles, key=lambda number: piles[number])
    game = table.exchange(pile, piles[pile])
    while game["status"] == "in_progress":
        shown = [card for other in game["piles"] for card in other["face_up"]] + [game["hand"]["card"]]
        unseen = 4 - sum(home(card) == pile for card in shown)
        odds, others = game["odds"]["win"], game["hidden"] - 1
        expected = Fraction(unseen, others) if others else Fraction(1)
        assert Fraction(odds["numerator"], odds["denominator"]) == expected
        game = table.step()
    assert game["odds"]["win"]["value"] == (game["status"] == "won")


@pytest.mark.parametrize("mode", ["reveal", "placement"])
def test_whoever_declines_has_lost_and_the_locking_card_is_set_at_once(ada: Client, mode: str) -> None:
    table = at_the_lock(ada, mode=mode)
    before = table.game
    table.log.clear()
    ended = table.decline()
    (move,) = table.log
    assert (ended["status"], ended["flips"], ended["hand"]) == ("lost", before["flips"], None)
    assert (move["set"], move["under"], move["flipped"]) == (before["hand"]["card"], 13, None)
    assert ended["piles"][12]["face_up"][-1] == before["hand"]["card"]


def test_there_is_one_reprieve_a_game(ada: Client) -> None:
    table = at_the_lock(ada)
    shallow = next(way for way in table.game["choices"] if finales(table.game)[way["pile"]] > way["depth"])
    table.exchange(**shallow)
    answer = table.post("reprieve", shallow)
    assert (answer.status_code, slug(answer)) == (409, "no-decision-pending")
    assert (table.play()["status"], table.game["choices"]) == ("lost", None)


def test_a_game_whose_fourth_king_comes_last_is_won_without_a_question(ada: Client) -> None:
    table = deal(ada, dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]], WATCH), WATCH)
    assert table.step(104)["status"] == "won"


def test_forty_eight_hidden_cards_are_forty_eight_choices(ada: Client) -> None:
    table = deal(ada, dealt_to_flip(KINGS, WATCH), WATCH)
    assert len(table.step(104)["choices"]) == 48
    table.exchange(5, 4)
    assert table.play()["status"] in ("won", "lost")


def test_nothing_moves_before_the_decision_is_made(ada: Client) -> None:
    table = at_the_lock(ada)
    for action, body in (("step", {}), ("step", {"count": 3}), ("autoplay", {"until": "decision"})):
        answer = table.post(action, body)
        assert (answer.status_code, slug(answer)) == (409, "decision-pending")
        assert answer.get_json()["question"] == "reprieve"
    assert slug(table.post("fork", {"pile": 7})) == "no-decision-pending"
    assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game


def test_a_reprieve_before_the_lock_or_after_the_end_was_not_asked_for(ada: Client) -> None:
    table = deal(ada, locks_with(6, WATCH), WATCH)
    assert slug(table.post("reprieve", {"decline": True})) == "no-decision-pending"
    table.step(104)
    table.decline()
    assert slug(table.post("reprieve", {"decline": True})) == "game-over"


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, {"/pile", "/depth"}),
        ({"pile": 1}, {"/depth"}),
        ({"depth": 1}, {"/pile"}),
        ({"decline": False}, {"/decline"}),
        ({"decline": True, "pile": 1, "depth": 1}, {"/decline"}),
        ({"pile": 13, "depth": 1}, {"/pile"}),
        ({"pile": 0, "depth": 1}, {"/pile"}),
        ({"pile": 14, "depth": 1}, {"/pile"}),
        ({"pile": 1, "depth": 0}, {"/depth"}),
        ({"pile": 1, "depth": 9}, {"/depth"}),
        ({"pile": True, "depth": "1"}, {"/pile", "/depth"}),
        ({"pile": 1, "depth": 1, "card": "7H"}, {"/card"}),
    ],
)
def test_a_choice_that_is_none_is_refused_where_it_is_wrong(
    ada: Client, body: dict[str, object], pointers: set[str]
) -> None:
    table = at_the_lock(ada)
    assert faults(table.post("reprieve", body)).keys() == pointers
    assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game


def test_a_place_deeper_than_its_pile_is_refused_at_the_depth(ada: Client) -> None:
    table = at_the_lock(ada)
    pile, deepest = next(iter(finales(table.game).items()))
    told = faults(table.post("reprieve", {"pile": pile, "depth": deepest + 1}))
    assert told == {"/depth": "No card lies face down there."}


@pytest.mark.parametrize("rules", [WATCH, BIG_WATCH, TWELVE_WATCH])
def test_autoplay_takes_the_finale_of_the_largest_pile(ada: Client, rules: Rules) -> None:
    table = at_the_lock(ada, rules)
    largest = max(finales(table.game).values())
    pile = next(number for number, deepest in finales(table.game).items() if deepest == largest)
    table.log.clear()
    assert table.autoplay()["status"] in ("won", "lost")
    assert (table.log[0]["kind"], table.log[0]["from"]) == ("reprieve", pile)


def test_in_placement_the_card_taken_is_placed_like_any_other(ada: Client) -> None:
    table = at_the_lock(ada, mode="placement")
    piles = finales(table.game)
    pile = max(piles, key=lambda number: piles[number])
    table.exchange(pile, piles[pile])
    assert not ada.post(f"/v1/games/{table.game['id']}/step", {"pile": 13}).get_json()["accepted"]
    assert table.play()["status"] in ("won", "lost")
    assert table.log[-1]["under"] == 13
