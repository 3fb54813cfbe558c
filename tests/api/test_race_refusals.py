"""What races refuse, each with its kind of problem, and that nothing changes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.lobby import MOST_LEAVINGS
from service.play.race import COUNTDOWN_MS, MOST_RACES
from tests.api.client import faults, slug
from tests.api.race_scene import ACTIONS, Scene, refused
from tests.api.racing import asked

if TYPE_CHECKING:
    from tests.api.client import Json
    from tests.api.conftest import Staged
    from tests.api.contract import Contract


@pytest.fixture
def scene(staged: Staged, contract: Contract) -> Scene:
    return Scene(staged, contract)


def test_a_full_race_takes_nobody_more(scene: Scene) -> None:
    assert refused(scene.race(), scene.eve, "join") == (409, "race-full")


def test_a_player_sits_in_so_many_races_at_once_and_no_more(scene: Scene) -> None:
    for _ in range(MOST_RACES):
        race = scene.race(scene.bob)
    other = scene.race(scene.ada, capacity=3)
    assert refused(other, scene.bob, "join") == (409, "too-many-races")
    for path, body in (("/v1/races", {"capacity": 2}), ("/v1/races/quick", {"capacity": 5})):
        answer = scene.bob.post(path, body)
        assert (answer.status_code, slug(answer)) == (409, "too-many-races")
        assert f"{MOST_RACES} races" in answer.get_json()["detail"]
    race.act(scene.bob, "leave")
    assert len(other.act(scene.bob, "join")["entries"]) == 2


def test_whoever_comes_and_goes_again_and_again_does_not_come_back(scene: Scene) -> None:
    race = scene.race(capacity=3)
    for _ in range(MOST_LEAVINGS - 1):
        race.act(scene.bob, "leave")
        race.act(scene.bob, "join")
    race.act(scene.bob, "leave")
    assert refused(race, scene.bob, "join") == (403, "removed-from-race")


def test_what_is_the_hosts_is_not_the_others(scene: Scene) -> None:
    race = scene.race()
    assert refused(race, scene.bob, "start") == (403, "not-the-host")
    assert refused(race, scene.bob, "kick", {"seat": 1}) == (403, "not-the-host")


def test_a_race_starts_when_two_are_there_and_all_are_ready(scene: Scene) -> None:
    alone = scene.race(scene.ada)
    assert refused(alone, scene.ada, "start") == (409, "racers-not-ready")
    race = scene.race()
    assert refused(race, scene.ada, "start") == (409, "racers-not-ready")
    assert "2." in race.host.post(f"{race.path}/start").get_json()["detail"]
    race.act(scene.bob, "ready")
    assert race.act(scene.ada, "start")["status"] == "countdown"


def test_seats_that_nobody_has_and_the_hosts_own_are_not_emptied(scene: Scene) -> None:
    race = scene.race(capacity=4)
    for seat in (1, 3, 64):
        assert set(faults(race.host.post(f"{race.path}/kick", {"seat": seat}))) == {"/seat"}
    for body in ({}, {"seat": 0}, {"seat": 65}, {"seat": "2"}, {"seat": 2, "player": "x"}):
        assert slug(race.host.post(f"{race.path}/kick", body)) == "invalid-request"


def test_whoever_was_removed_does_not_come_back(scene: Scene) -> None:
    race = scene.race(capacity=3)
    race.act(scene.ada, "kick", {"seat": 2})
    assert refused(race, scene.bob, "join") == (403, "removed-from-race")
    assert scene.bob.post("/v1/races/quick").get_json()["id"] != race.id


@pytest.mark.parametrize("action", ["leave", "ready", "start", "kick", "forfeit", "rematch"])
def test_without_a_seat_there_is_nothing_to_do(scene: Scene, action: str) -> None:
    assert refused(scene.race(), scene.eve, action) == (409, "not-in-the-race")


@pytest.mark.parametrize("action", ACTIONS)
def test_an_open_race_takes_no_action_of_a_later_time(scene: Scene, action: str) -> None:
    expected = {"forfeit": "race-not-started", "rematch": "race-not-over"}
    if action in expected:
        assert refused(scene.race(), scene.ada, action) == (409, expected[action])


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("status", ["countdown", "running", "finished", "cancelled"])
def test_what_comes_too_late_or_too_soon_says_so(scene: Scene, status: str, action: str) -> None:
    race = scene.bring(scene.race(capacity=3), status)
    assert race.seen()["status"] == status
    over = status in ("finished", "cancelled")
    if (over and action == "rematch") or (status == "running" and action == "forfeit"):
        asked(race.host.post(f"{race.path}/{action}"))
        return
    late = {"forfeit": "race-not-started", "rematch": "race-not-over"}.get(action, "race-started")
    racer = scene.eve if action == "join" else race.host
    assert refused(race, racer, action) == (409, "race-over" if over else late)


def test_a_step_is_taken_between_start_and_end_alone(scene: Scene) -> None:
    race = scene.race(time_limit_s=10).started()
    early = race.step(scene.ada, 1)
    assert (early.status_code, slug(early)) == (409, "race-not-started")
    assert asked(scene.ada.get(race.path))["starts_at"] in early.get_json()["detail"]
    scene.pass_time(COUNTDOWN_MS - 1)
    assert slug(race.step(scene.ada, 1)) == "race-not-started"
    scene.pass_time(1)
    assert race.move(scene.ada)["flips"] == 2
    scene.pass_time(9_999)
    race.move(scene.ada)
    scene.pass_time(1)
    for racer in (scene.ada, scene.bob):
        late = race.step(racer, 1)
        assert (late.status_code, slug(late)) == (409, "race-over")
    seen = race.seen()
    assert [seat["state"] for seat in seen["entries"]] == ["timed_out"] * 2
    assert [seat["revealed"] for seat in seen["entries"]] == [3, 1]
    assert [seat["place"] for seat in seen["entries"]] == [1, 2]


def test_in_a_race_cards_are_placed_and_nothing_else(scene: Scene) -> None:
    race = scene.race().running()
    path = f"/v1/games/{race.game_id(scene.ada)}"
    before = asked(scene.ada.get(path))
    told = {
        "autoplay": "autoplay-not-allowed",
        "undo": "practice-only",
        "step": "invalid-request",
        "reprieve": "no-decision-pending",
        "fork": "no-decision-pending",
    }
    bodies: dict[str, Json] = {"reprieve": {"decline": True}, "fork": {"pile": 7}}
    for action, kind in told.items():
        assert slug(scene.ada.post(f"{path}/{action}", bodies.get(action, {}))) == kind
    for action in ("hint", "save"):
        assert slug(scene.ada.get(f"{path}/{action}")) == "practice-only"
    assert asked(scene.ada.get(path)) == before


def test_giving_the_game_up_is_giving_the_race_up(scene: Scene) -> None:
    race = scene.race().running()
    assert scene.ada.delete(f"/v1/games/{race.game_id(scene.ada)}").status_code == 204
    assert [seat["state"] for seat in race.seen()["entries"]] == ["forfeited", "racing"]
    assert slug(scene.ada.delete(f"/v1/games/{race.game_id(scene.ada)}")) in ("game-over", "race-over")


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({}, "/capacity"),
        ({"capacity": 1}, "/capacity"),
        ({"capacity": 65}, "/capacity"),
        ({"capacity": 2.0}, "/capacity"),
        ({"capacity": 2, "variant": "watch"}, "/variant"),
        ({"capacity": 2, "decks": 2}, "/decks"),
        ({"capacity": 2, "errors": "none"}, "/errors"),
        ({"capacity": 2, "penalty_ms": 5}, "/penalty_ms"),
        ({"capacity": 2, "penalty_ms": 0, "errors": "count"}, "/penalty_ms"),
        ({"capacity": 2, "penalty_ms": 60_001, "errors": "penalty"}, "/penalty_ms"),
        ({"capacity": 2, "time_limit_s": 9}, "/time_limit_s"),
        ({"capacity": 2, "time_limit_s": 901}, "/time_limit_s"),
        ({"capacity": 2, "visibility": "secret"}, "/visibility"),
        ({"capacity": 2, "start": "now"}, "/start"),
        ({"capacity": 2, "server_seed": "00" * 32}, "/server_seed"),
        ({"capacity": 2, "time_ms": 1}, "/time_ms"),
    ],
)
def test_terms_that_are_not_offered_are_pointed_at(scene: Scene, body: Json, at: str) -> None:
    assert at in faults(scene.ada.post("/v1/races", body))


@pytest.mark.parametrize("seed", ["x" * 65, "é" * 33, 1, None])
def test_a_seed_has_64_bytes_at_most(scene: Scene, seed: object) -> None:
    race = scene.race(capacity=3)
    answers = [
        scene.eve.post(f"{race.path}/join", {"client_seed": seed}),
        scene.eve.post("/v1/races/quick", {"client_seed": seed}),
    ]
    assert [list(faults(answer)) for answer in answers] == [["/client_seed"]] * 2
