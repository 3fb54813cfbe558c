"""What learners are told on the way: hints, mistakes, the log in sentences."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from tests.api.client import slug
from tests.api.exercises import IN_PLAY, KEY, MODES, a_wrong_pile, back, decides, is_won, practice, turn

if TYPE_CHECKING:
    from tests.api.client import Client, Json


ACTIONS = {"in_progress": "step", "awaiting_reprieve": "reprieve", "awaiting_fork": "fork"}
WANTED = {"standard": is_won, "watch": decides, "watch_fork": decides}


def test_a_wrong_pile_answers_the_same_bytes_when_its_key_comes_again(ada: Client) -> None:
    game = ada.deal(mode="placement", practice=True)
    path, body = f"/v1/games/{game['id']}/step", {"pile": a_wrong_pile(game)}
    first = ada.post(path, body, headers=KEY)
    assert (first.status_code, first.get_json()["accepted"]) == (200, False)
    ada.finish(game["id"])
    again = ada.post(path, body, headers=KEY)
    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")


def test_the_coach_names_the_mistake_the_home_and_the_reason(ada: Client) -> None:
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
    deck[-1], deck[10] = deck[10], deck[-1]  # the jack of spades opens
    game = ada.deal(mode="placement", practice=True, deal={"kind": "custom", "deck": deck})
    coach = turn(ada, game, "step", {"pile": 13})["coach"]
    assert (coach["code"], coach["pile"]) == ("court_card_to_centre", 11)
    assert "jack of spades" in coach["why"].lower()
    assert turn(ada, game, "step", {"pile": 12})["coach"]["code"] == "next_hour"
    assert turn(ada, game, "step", {"pile": 3})["coach"]["code"] == "wrong_hour"
    assert turn(ada, game, "step", {"pile": 11})["coach"] is None


@pytest.mark.parametrize("mode", MODES)
def test_a_hint_names_the_card_its_home_and_the_reason(ada: Client, mode: str) -> None:
    game = ada.deal(mode=mode, practice=True)
    answer = ada.get(f"/v1/games/{game['id']}/hint")
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en")
    given = answer.get_json()
    assert (given["card"], given["pile"], given["choices"]) == (game["hand"]["card"], game["hand"]["home"], None)
    assert given["why"].endswith(".")
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


@pytest.mark.parametrize("variant", WANTED)
def test_whoever_follows_the_hints_makes_no_mistake(ada: Client, variant: str) -> None:
    game = practice(ada, variant, "placement", WANTED[variant])
    asked = 0
    while game["status"] in IN_PLAY:
        given = ada.get(f"/v1/games/{game['id']}/hint").get_json()
        asked += given["choices"] is not None
        body = {"pile": given["pile"]}
        if game["status"] == "awaiting_reprieve":
            body["depth"] = given["choices"][0]["depth"]
        game = turn(ada, game, ACTIONS[game["status"]], body)["game"]
    assert (game["placement_errors"], asked > 0) == (0, variant != "standard")


def odds(choice: Json) -> Fraction:
    win = choice["odds"]["win"]
    assert win["value"] == win["numerator"] / win["denominator"]
    return Fraction(win["numerator"], win["denominator"])


@pytest.mark.parametrize("variant", ["watch", "big_clock_watch"])
def test_a_hint_at_a_reprieve_weighs_every_hidden_card_and_declining(ada: Client, variant: str) -> None:
    game = turn(ada, practice(ada, variant, "reveal", decides), "autoplay", {"until": "decision"})["game"]
    given = ada.get(f"/v1/games/{game['id']}/hint").get_json()
    *ways, declining = given["choices"]
    hidden = {pile["pile"]: pile["face_down"] for pile in game["piles"]}
    assert (given["card"], given["pile"]) == (game["hand"]["card"], ways[0]["pile"])
    assert sorted((way["pile"], way["depth"]) for way in ways) == sorted(
        (choice["pile"], choice["depth"]) for choice in game["choices"]
    )
    for way in ways:
        is_finale = way["depth"] == hidden[way["pile"]]
        assert odds(way) == (Fraction(hidden[way["pile"]], game["hidden"]) if is_finale else 0)
    assert [odds(way) for way in ways] == sorted(map(odds, ways), reverse=True)
    assert odds(ways[0]) == odds({"odds": game["odds"]}) > 0
    assert (declining["pile"], declining["depth"], declining["decline"]) == (None, None, True)
    assert odds(declining) == 0
    assert not any(way["decline"] for way in ways)


def test_a_hint_at_a_fork_gives_both_ways_the_same_odds(ada: Client) -> None:
    game = turn(ada, practice(ada, "watch_fork", "placement", decides), "autoplay", {"until": "decision"})["game"]
    given = ada.get(f"/v1/games/{game['id']}/hint").get_json()
    own, across = given["choices"]
    hour = game["hand"]["home"]
    assert (given["pile"], own["pile"], across["pile"]) == (hour, hour, (hour + 5) % 12 + 1)
    assert (own["depth"], across["depth"]) == (None, None)
    assert odds(own) == odds(across) == odds({"odds": game["odds"]})


def otherwise_hidden(game: Game) -> list[str]:
    """The game's deck with every card that is face down in the place of another."""
    deck, seen = game.deal.codes(), {flip.card.code for flip in game.revealed}
    hidden = [at for at, card in enumerate(deck) if card not in seen]
    assert len(hidden) > 1
    moved = dict(zip(hidden, [*hidden[1:], hidden[0]], strict=True))
    return [deck[moved.get(at, at)] for at in range(len(deck))]


@pytest.mark.parametrize("variant", WANTED)
def test_a_hint_is_the_same_whatever_lies_face_down(ada: Client, variant: str) -> None:
    rules = VARIANTS[variant]
    opened = Game(shuffle(Seeds(b"\5" * 32, "")), rules)
    shown = autoplay(opened, "decision") if rules.asks else opened.step(9)
    hints = set()
    for deck in (shown.deal.codes(), otherwise_hidden(shown)):
        game = ada.deal(variant=variant, practice=True, deal={"kind": "custom", "deck": deck})
        assert turn(ada, game, "step", {"count": shown.cursor - 1})["game"]["flips"] == shown.flips
        hint = ada.get(f"/v1/games/{game['id']}/hint")
        hints.add((hint.status_code, hint.data))
    assert [status for status, _ in hints] == [200]


def test_a_finished_game_has_no_hint_until_it_is_taken_back(ada: Client) -> None:
    game = ada.finish(ada.deal(practice=True)["id"])
    path = f"/v1/games/{game['id']}/hint"
    assert slug(ada.get(path)) == "game-over"
    back(ada, game)
    assert ada.get(path).status_code == 200


def test_the_narrated_log_tells_every_move_in_a_sentence(ada: Client) -> None:
    game = practice(ada, "watch", "placement", decides)
    ended = ada.finish(game["id"])
    moves = ada.get(f"/v1/games/{game['id']}/moves?limit=100&narrate=en").get_json()["items"]
    assert {"open", "move", "reprieve"} == {move["kind"] for move in moves}
    assert all(move["sentence"].endswith(".") for move in moves)
    assert len(moves) == ended["flips"] + len(["the exchange", "the last card"])
