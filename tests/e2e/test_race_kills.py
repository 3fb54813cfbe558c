"""Processes killed for real in the middle of races: every acknowledged move is one event, and every race ends."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tests.e2e.cutting import whole_events
from tests.e2e.guests import Guest
from tests.e2e.running import running, until
from tests.e2e.sprint import log_of, until_started
from tests.e2e.test_cuts import told_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.running import Up

TROUBLE = (OSError, HTTPException)
MOVES = ("progress", "mistake", "finished", "locked")
LONGEST_S = 60
PAUSE_S = 0.1


@pytest.fixture(scope="module")
def up(private_postgres: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with running(tmp_path_factory.mktemp("race-kills") / "var", {"DATABASE_URL": private_postgres.url}) as service:
        yield service


def asked(guest: Guest, method: str, path: str, body: object = None, key: str = "") -> Any:
    """The answer, asked for under one key until it comes."""
    answers: list[Any] = []

    def tried() -> bool:
        try:
            answer = guest.up.call(method, path, body, token=guest.token, key=key)
        except TROUBLE:
            return False
        if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
            assert answer.status == HTTPStatus.OK, answer.body
            answers.append(answer.json)
        return bool(answers)

    until(tried)
    return answers[0]


def raced(guest: Guest, race: str) -> list[tuple[int, int]]:
    """Revealed cards and errors after each acknowledged move, to the end of the game."""
    entries = asked(guest, "GET", f"/v1/races/{race}")["entries"]
    path = "/v1/games/" + next(entry["game_id"] for entry in entries if entry["game_id"])
    game, moves = asked(guest, "GET", path), list[tuple[int, int]]()
    while game["result"] is None:
        key = f"{race}-{len(moves)}"
        game = asked(guest, "POST", f"{path}/step", {"pile": game["hand"]["home"]}, key)["game"]
        moves.append((game["flips"], game["placement_errors"]))
    return moves


def watched(guest: Guest, race: str) -> list[Any]:
    """All events, by as many streams as it takes, each from the last event heard."""
    told: list[Any] = []
    deadline = time.monotonic() + LONGEST_S
    while not told or told[-1]["event"] != "over":
        assert time.monotonic() < deadline, f"the race did not end; {len(told)} events came"
        with suppress(*TROUBLE), guest.stream(race, f"?after={told[-1]['seq'] if told else 0}") as stream:
            told += told_in(whole_events(stream)) if stream.status == HTTPStatus.OK else []
        time.sleep(PAUSE_S)
    return told


def recorded(guest: Guest, race: str) -> list[Any]:
    """What the results say of it, once they do."""
    path, found = f"/v1/players/{asked(guest, 'GET', '/v1/players/me')['id']}/races", list[Any]()

    def there() -> bool:
        found[:] = [one for one in asked(guest, "GET", path)["items"] if one["race_id"] == race]
        return bool(found)

    until(there)
    return found


def kill_web_workers(up: Up) -> None:
    for worker in psutil.Process(up.pid("serve")).children():
        worker.kill()


def kill_valkey(up: Up) -> None:
    os.kill(up.pid("valkey"), signal.SIGKILL)


def filled(racers: list[Guest]) -> str:
    race = str(racers[0].call("POST", "/v1/races", {"capacity": len(racers), "start": "full"})["id"])
    for racer in racers[1:]:
        racer.call("POST", f"/v1/races/{race}/join")
    return race


@pytest.mark.parametrize("kill", [kill_web_workers, kill_valkey], ids=["API workers", "Valkey"])
def test_a_race_under_kills_tells_everyone_each_acknowledged_move_once(up: Up, kill: Callable[[Up], None]) -> None:
    *racers, eve = everyone = [Guest.signed_in(up) for _ in range(5)]
    race = filled(racers)
    until_started(eve, race)
    with ThreadPoolExecutor(9) as pool:
        watching = [pool.submit(watched, guest, race) for guest in everyone]
        racing = [pool.submit(raced, racer, race) for racer in racers]
        until(lambda: asked(eve, "GET", f"/v1/races/{race}")["entries"][0]["revealed"] > 3)
        kill(up)
        moves, told = [one.result(LONGEST_S) for one in racing], [one.result(LONGEST_S) for one in watching]
    log = log_of(eve, race)
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert told == [log] * 5
    for seat, made in enumerate(moves, 1):
        mine = [event for event in log if event.get("seat") == seat and event["event"] in MOVES]
        assert [(event["revealed"], event["errors"]) for event in mine] == made
    entries = asked(eve, "GET", f"/v1/races/{race}")["entries"]
    places = {one["seat"]: one["place"] for one in log[-1]["places"]}
    assert {entry["seat"]: entry["place"] for entry in entries} == places
    for seat, racer in enumerate(racers, 1):
        (result,) = recorded(racer, race)
        assert result["entry"]["place"] == places[seat]


def test_a_race_starts_and_ends_though_the_worker_dies_in_its_countdown_and_nobody_asks(up: Up) -> None:
    racers = [Guest.signed_in(up) for _ in range(2)]
    race = str(racers[0].call("POST", "/v1/races", {"capacity": 2, "start": "full", "time_limit_s": 10})["id"])
    racers[1].call("POST", f"/v1/races/{race}/join")
    before = up.pid("worker")
    os.kill(before, signal.SIGKILL)
    until(lambda: up.pid("worker") != before)
    with racers[0].stream(race, "?after=0") as stream:
        told = told_in(whole_events(stream))
    assert told[-1]["event"] == "over"
