"""How one comes into a race and moves in it, against a server that may lie or lose an answer."""

from __future__ import annotations

from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest

from service.terminal import entrance, insistence, moves
from service.terminal.errors import Failed, Refused, Unreachable
from service.terminal.server import Server
from tests.cli.stand_in import Answer, StandIn, problem, stand_in

if TYPE_CHECKING:
    from collections.abc import Iterator

MINE = {"seat": 2, "player": {"id": "me"}, "game_id": None}
RACE: dict[str, Any] = {
    "id": "1",
    "status": "open",
    "decks": "own",
    "variant": "standard",
    "join_code": None,
    "commitments": ["aa", "bb"],
    "entries": [],
}
SEATED = RACE | {"entries": [MINE]}
STEP = "POST /v1/games/7/step"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    monkeypatch.setattr(insistence, "AGAIN_S", 0.02)
    with stand_in({"GET /v1/players/me": Answer(200, {"id": "me"})}) as standing:
        yield standing


def test_the_promise_is_what_was_published_for_the_seat_before_the_seed_was_sent(server: StandIn) -> None:
    server.answers |= {"GET /v1/races/1": Answer(200, RACE), "POST /v1/races/1/join": Answer(200, SEATED)}
    promise = entrance.joined(Server(server.url), "1", None, "tea at five").promise
    assert promise
    assert (promise.commitment, promise.client_seed) == ("bb", "tea at five")


def test_of_a_shared_deal_the_only_commitment_is_promised_and_no_seed(server: StandIn) -> None:
    shared = {"decks": "shared", "commitments": ["cc"]}
    server.answers |= {
        "GET /v1/races/1": Answer(200, RACE | shared),
        "POST /v1/races/1/join": Answer(200, SEATED | shared),
    }
    promise = entrance.joined(Server(server.url), "1", None, None).promise
    assert promise
    assert (promise.commitment, promise.client_seed) == ("cc", None)


def test_a_service_that_commits_itself_anew_once_it_knows_the_seed_is_found_out(server: StandIn) -> None:
    server.answers |= {
        "GET /v1/races/1": Answer(200, RACE),
        "POST /v1/races/1/join": Answer(200, SEATED | {"commitments": ["aa", "cc"]}),
    }
    with pytest.raises(Failed, match="committed itself to another deal"):
        entrance.joined(Server(server.url), "1", None, None)


def test_nothing_is_promised_here_of_a_seat_that_was_taken_before(server: StandIn) -> None:
    server.answers["GET /v1/races/1"] = Answer(200, SEATED)
    assert entrance.joined(Server(server.url), "1", None, "tea").promise is None
    server.answers["GET /v1/races?limit=100"] = Answer(200, {"items": [SEATED]})
    server.answers["POST /v1/races/quick"] = Answer(200, SEATED)
    assert entrance.quick(Server(server.url), {}, "tea").promise is None


def test_a_race_that_is_full_with_a_quick_seat_was_dealt_without_a_seed(server: StandIn) -> None:
    server.answers["GET /v1/races?limit=100"] = Answer(200, {"items": []})
    server.answers["POST /v1/races/quick"] = Answer(200, SEATED | {"status": "countdown"})
    promise = entrance.quick(Server(server.url), {}, "tea").promise
    assert promise
    assert promise.client_seed == ""


def test_a_card_whose_answer_is_lost_is_placed_once(server: StandIn) -> None:
    server.answers[STEP] = Answer(200, {"game": {"id": "7"}, "accepted": True})
    server.mute = True
    Timer(0.1, setattr, (server, "mute", False)).start()
    assert moves.placed(Server(server.url), {"id": "7"}, 3)["accepted"]
    keys = server.once
    assert len(keys) > 1
    assert len(set(keys)) == 1
    assert keys[0]
    moves.placed(Server(server.url), {"id": "7"}, 3)
    assert server.once[-1] != keys[0]


def test_what_is_refused_or_stays_unanswered_is_not_a_move(server: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    server.answers[STEP] = problem(409, "race-over")
    with pytest.raises(Refused):
        moves.placed(Server(server.url), {"id": "7"}, 3)
    monkeypatch.setattr(insistence, "PATIENCE_S", 0.2)
    server.mute = True
    with pytest.raises(Unreachable):
        moves.placed(Server(server.url), {"id": "7"}, 3)
    assert len(server.once) > 2
    assert len(set(server.once)) == 2
