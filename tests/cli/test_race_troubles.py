"""`clock race` and `clock bots` where the server refuses, or sends someone away."""

from __future__ import annotations

import time
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from service.terminal import entrance, insistence
from service.terminal.bots import Bot, Habits, Team
from service.terminal.entrance import Place
from service.terminal.errors import Refused
from service.terminal.racer import Racer
from service.terminal.server import Server
from tests.cli.processes import Command, commands
from tests.cli.refusing import refusing
from tests.cli.stand_in import Answer, StandIn, problem, stand_in
from tests.cli.test_race import final, race_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

HABITS = Habits(0, 0)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Command]]:
    with commands(tmp_path) as beginning:
        yield beginning


def entry(seat: int) -> dict[str, Any]:
    player = {"id": f"p{seat}", "display_name": f"Bot {seat}", "bot": True}
    racing = {"ready": True, "client_seed": None, "state": "racing", "revealed": 1, "errors": 0}
    return {"seat": seat, "player": player, **racing, "game_id": f"g{seat}", "time_ms": None, "place": None}


def race(status: str, *seats: int) -> dict[str, Any]:
    agreed = {"variant": "standard", "decks": "own", "errors": "count", "penalty_ms": 0, "time_limit_s": 60}
    times = {"starts_at": "2026-12-01T00:00:00Z", "server_now": "2026-12-01T00:00:00Z"}
    where = {"id": "1", "seq": 3, "status": status, "host": 1, "capacity": 2, "join_code": None}
    return agreed | times | where | {"entries": [entry(seat) for seat in seats]}


def told_in_time(act: Callable[[], None]) -> None:
    """Do this, which must not go on for ever; what it raises is raised."""
    raised: list[BaseException] = []

    def carried() -> None:
        try:
            act()
        except BaseException as failure:  # noqa: BLE001  raised again below
            raised.append(failure)

    thread = Thread(target=carried, daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive(), "it goes on and on"
    for failure in raised:
        raise failure


def ended_unheard(server: StandIn, status: str) -> None:
    server.answers |= {
        "GET /v1/races/1/events": Answer(204, b""),
        "GET /v1/races/1": Answer(200, race(status, 1, 2)),
        "GET /v1/games/g1": problem(404, "game-not-found"),
    }


@pytest.mark.parametrize("status", ["finished", "cancelled"])
@pytest.mark.parametrize("before", ["open", "running"])
def test_whoever_comes_just_as_a_race_ends_sees_how_it_ended(
    status: str, before: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with stand_in() as server:
        ended_unheard(server, status)
        told_in_time(Racer(Server(server.url), Place(race(before, 1, 2), "eve"), 0).race)
    assert ("It was cancelled" in capsys.readouterr().out) == (status == "cancelled")


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_bots_whose_race_ends_before_they_hear_of_it_end_too(status: str, capsys: pytest.CaptureFixture[str]) -> None:
    with stand_in() as server:
        ended_unheard(server, status)
        told_in_time(Team(race("open", 1, 2), [Bot(Server(server.url), "p1", HABITS)]).race)
    assert len([line for line in capsys.readouterr().out.splitlines() if "Bot 2 (bot)" in line]) == 2


def test_a_bot_that_cannot_go_on_says_so_and_gives_its_seat_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(insistence, "PATIENCE_S", 0.01)
    with stand_in() as server:
        frame = b"id: 4\nevent: started\ndata: {}\n\n"
        server.answers |= {
            "GET /v1/races/1/events": Answer(200, frame, "text/event-stream"),
            "GET /v1/races/1": Answer(200, race("running", 1, 2)),
            "GET /v1/games/g1": problem(503, "store-unavailable"),
            "POST /v1/races/1/forfeit": Answer(200, {}),
        }

        def end() -> None:
            while ("POST /v1/races/1/forfeit", None) not in server.asked:
                pass
            ended_unheard(server, "finished")

        Thread(target=end, daemon=True).start()
        with pytest.raises(Refused, match="store-unavailable"):
            told_in_time(Team(race("countdown", 1, 2), [Bot(Server(server.url), "p1", HABITS)]).race)
    assert "A bot gives up" in capsys.readouterr().out


def test_nobody_loses_a_race_by_a_refusal_that_passes(served: str, begin: Callable[..., Command]) -> None:
    with refusing(served) as (url, refusals):
        ada = begin("ada", "race", "--server", url, "--as", "Ada", "--new", "--capacity", "4", "--auto", "20")
        race_id = race_of(ada)
        bob = begin("bob", "race", "--server", url, "--as", "Bob", race_id, "--auto", "20")
        bob.wait_for("seats taken")
        bots = begin("bots", "bots", "--server", url, "--race", race_id, "--pace", "20")
        told = [one.end() for one in (ada, bob, bots)]
    assert len({tuple(final(said)) for said in told}) == 1
    assert len(final(told[0])) == 4
    assert "gave up" not in told[0]
    refused = [kind for _, kind in refusals.kinds]
    assert refused.count("POST /games/ID/step") == refused.count("GET /games/ID") == 4
    assert refused.count("POST /races/ID/ready") == 3
    assert refused.count("GET /races/ID") >= 3
    assert {"POST /races/ID/start", "GET /races/ID/events"} <= set(refused)


def guest(url: str, name: str) -> Server:
    server = Server(url)
    server.token = server.post("/v1/players", {"display_name": name, "bot": True})["session"]["token"]
    return server


def private(served: str, capacity: int) -> tuple[Server, dict[str, Any]]:
    host = guest(served, "Ada")
    race = host.post("/v1/races", {"capacity": capacity, "visibility": "private"})
    return host, host.post(f"/v1/races/{race['id']}/join", {})


def test_whoever_is_removed_from_a_private_race_is_told(served: str, begin: Callable[..., Command]) -> None:
    host, race = private(served, 3)
    seat = ["race", "--server", served, race["id"], "--code", race["join_code"]]
    bob = begin("bob", *seat, "--as", "Bob")
    bob.wait_for("seats taken")
    host.post(f"/v1/races/{race['id']}/kick", {"seat": 2})
    bob.type("r")
    assert "You have no seat in this race any more." in bob.end()


def test_the_other_bots_race_on_when_the_first_is_removed_from_a_private_race(served: str) -> None:
    host, race = private(served, 3)
    bots = [guest(served, f"Bot {number}") for number in (1, 2)]
    for bot in bots:
        bot.post(f"/v1/races/{race['id']}/join", {"code": race["join_code"]})
    now = host.get(f"/v1/races/{race['id']}")
    team = Team(now, [Bot(bot, entrance.own_id(bot), HABITS) for bot in bots])
    host.post(f"/v1/races/{race['id']}/kick", {"seat": 2})

    def start() -> None:
        while not all(one["ready"] for one in host.get(f"/v1/races/{race['id']}")["entries"] if one["seat"] != 1):
            time.sleep(0.05)
        host.post(f"/v1/races/{race['id']}/start")
        while host.get(f"/v1/races/{race['id']}")["status"] == "countdown":
            time.sleep(0.05)
        host.post(f"/v1/races/{race['id']}/forfeit")

    Thread(target=start, daemon=True).start()
    told_in_time(team.race)
    ended = host.get(f"/v1/races/{race['id']}")
    assert ended["status"] == "finished"
    assert [one["seat"] for one in ended["entries"]] == [1, 3]
    assert ended["entries"][1]["state"] in ("finished", "locked")
