"""The life of a race over HTTP: its start, its moves, its end, and what comes after."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from service.game.deal import Deal
from service.game.game import Game
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from tests.api.client import Client, slug
from tests.api.racing import Racing, asked, race_of

if TYPE_CHECKING:
    from flask import Flask

    from tests.api.client import Json
    from tests.api.contract import Contract


@pytest.fixture(scope="module")
def party(app: Flask, contract: Contract) -> tuple[Client, Client, Client]:
    """Two racers, and someone who only watches."""
    ada, bob, eve = (Client(app, contract).registered(name) for name in ("Ada", "Bob", "Eve"))
    return ada, bob, eve


def entry(race: Json, client: Client) -> Json:
    """The client's own entry."""
    (found,) = (entry for entry in race["entries"] if entry["player"]["id"] == client.player_id)
    own: Json = found
    return own


@pytest.fixture(scope="module")
def counting(party: tuple[Client, Client, Client]) -> Racing:
    """A race that counts down, with seeds of the racers' own, and the waiting games as they were then."""
    ada, bob, _ = party
    return race_of(ada, bob, decks="shared", seeds=("Zoë ♣", "tea at five")).started()


@pytest.fixture(scope="module")
def waiting(counting: Racing) -> list[Json]:
    """The games before the start, and what was said to a first step."""
    found = []
    for racer in counting.racers:
        path = f"/v1/games/{counting.game_id(racer)}"
        answer = racer.get(path)
        early = racer.post(f"{path}/step", {"pile": 1})
        proof = racer.get(f"{path}/proof")
        found.append(
            {
                "game": asked(answer),
                "tag": answer.headers["ETag"],
                "early": (early.status_code, slug(early)),
                "proof": (proof.status_code, slug(proof)),
                "moves": asked(racer.get(f"{path}/moves"))["items"],
                "after": racer.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code,
            }
        )
    return found


def test_before_the_start_nobody_sees_a_card(counting: Racing, waiting: list[Json]) -> None:
    assert counting.racers
    for seen in waiting:
        game = seen["game"]
        assert (game["status"], game["hand"], game["flips"], game["hidden"]) == ("waiting", None, 0, 52)
        assert {(pile["face_down"], tuple(pile["face_up"])) for pile in game["piles"]} == {(4, ())}
        assert game["odds"]["win"] == {"numerator": 1, "denominator": 13, "value": 1 / 13}
        assert (game["mode"], game["ranked"], game["deal_kind"]) == ("placement", True, "race")
        assert (game["race_id"], game["version"], seen["tag"]) == (counting.id, 1, '"1w"')
        assert seen["early"] == (409, "race-not-started")
        assert seen["proof"] == (409, "game-not-over")
        assert (seen["moves"], seen["after"]) == ([], 304)
    one, two = (seen["game"] for seen in waiting)
    assert one | {"id": ""} == two | {"id": ""}


@pytest.fixture(scope="module")
def over(counting: Racing, waiting: list[Json]) -> Racing:
    """The same race, run to its end: the first racer errs once, both play out."""
    assert waiting
    counting.pause(counting.seen())
    ada, bob = counting.racers
    game = asked(ada.get(f"/v1/games/{counting.game_id(ada)}"))
    assert game["status"] == "in_progress"
    wrong = asked(counting.step(ada, game["hand"]["home"] % 13 + 1))
    assert (wrong["accepted"], wrong["game"]["placement_errors"]) == (False, 1)
    ended = counting.play_out(ada)
    early = ada.get(f"/v1/games/{ended['id']}/proof")
    assert (early.status_code, slug(early)) == (409, "game-not-over")
    assert slug(counting.step(ada, 1)) == "game-over"
    assert slug(ada.post(f"{counting.path}/forfeit")) == "race-over"
    assert slug(ada.post(f"{counting.path}/rematch")) == "race-not-over"
    counting.play_out(bob)
    return counting


def test_during_a_race_all_see_how_far_everyone_is(over: Racing) -> None:
    ada, bob = over.racers
    mine = [event for event in over.log() if event.get("seat") == 1]
    revealed = [event["revealed"] for event in mine if event["event"] == "progress"]
    assert revealed == list(range(2, 2 + len(revealed)))
    assert [event["event"] for event in mine][:3] == ["joined", "mistake", "progress"]
    assert entry(over.seen(), ada)["errors"] == 1
    assert entry(over.seen(), bob)["errors"] == 0


def test_when_all_fates_are_known_the_race_is_over_and_places_are_told(
    over: Racing, party: tuple[Client, Client, Client]
) -> None:
    ada, bob, eve = party
    race = asked(eve.get(over.path))
    assert race["status"] == "finished"
    assert race["ended_at"] <= race["ends_at"]
    # The same deal, so both clear it and the quicker one comes first, or both lock and the one without an error does.
    (state,) = {seat["state"] for seat in race["entries"]}
    order = {"finished": (ada, bob), "locked": (bob, ada)}[state]
    assert [entry(race, one)["place"] for one in order] == [1, 2]
    assert all(seat["time_ms"] > 0 for seat in race["entries"])
    assert [seat["game_id"] for seat in race["entries"]] == [over.game_id(ada), over.game_id(bob)]


def test_nothing_changes_in_a_race_that_is_over(over: Racing) -> None:
    before, ada = over.seen(), over.host
    answers = [over.step(ada, 1), *(ada.post(f"{over.path}/{action}") for action in ("ready", "leave", "start"))]
    answers += [ada.post(f"{over.path}/forfeit"), ada.post(f"{over.path}/kick", {"seat": 2})]
    assert {slug(answer) for answer in answers} == {"race-over"}
    assert over.seen() | {"server_now": ""} == before | {"server_now": ""}


def test_the_deals_are_those_that_were_promised_with_all_racers_seeds_in_them(over: Racing, stranger: Client) -> None:
    race = over.seen()
    client_seed = sha256("Zoë ♣\0tea at five".encode()).hexdigest()
    for seat in race["entries"]:
        proof = asked(stranger.get(f"/v1/games/{seat['game_id']}/proof"))
        assert (proof["commitment"], proof["client_seed"]) == (race["commitments"][0], client_seed)
        assert sha256(bytes.fromhex(proof["server_seed"])).hexdigest() == proof["commitment"]
        deck = shuffle(Seeds(bytes.fromhex(proof["server_seed"]), client_seed), 1).codes()
        assert proof["deck"] == deck
        fate = Game(Deal.parse(deck), VARIANTS["standard"], "reveal").step(104)
        assert seat["revealed"] == fate.flips


def test_a_racers_game_is_not_among_the_games_that_were_dealt_to_oneself(over: Racing) -> None:
    listed = asked(over.host.get("/v1/games?limit=100"))["items"]
    assert not [game for game in listed if game["race_id"]]


def test_a_rematch_is_one_private_race_for_all_who_ask(over: Racing, party: tuple[Client, Client, Client]) -> None:
    ada, bob, eve = party
    first, second = bob.post(f"{over.path}/rematch"), ada.post(f"{over.path}/rematch")
    made, joined = asked(first), asked(second)
    assert (first.status_code, second.status_code) == (201, 200)
    assert (made["id"], joined["id"]) == (over.seen()["rematch_id"],) * 2
    assert (made["visibility"], made["decks"], made["capacity"]) == ("private", "shared", 2)
    assert [seat["player"]["display_name"] for seat in joined["entries"]] == ["Bob", "Ada"]
    assert slug(eve.post(f"{over.path}/rematch")) == "not-in-the-race"
    assert slug(eve.get(f"/v1/races/{made['id']}")) == "not-found"
