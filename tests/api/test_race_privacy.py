"""Who may see which race and which game in it: to a stranger a private one is exactly like none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.identity import new_race_id
from tests.api.client import slug
from tests.api.race_scene import ACTIONS, Scene, refused
from tests.api.racing import asked
from tests.api.watching import unopened

if TYPE_CHECKING:
    from tests.api.client import Json
    from tests.api.conftest import Staged
    from tests.api.contract import Contract


@pytest.fixture
def scene(staged: Staged, contract: Contract) -> Scene:
    return Scene(staged, contract)


def test_a_private_race_opens_to_its_code_alone(scene: Scene) -> None:
    race = scene.race(capacity=3, visibility="private")
    code = race.seen()["join_code"]
    assert asked(scene.bob.get(race.path))["join_code"] == code
    for body in ({}, {"code": "WRONG"}, {"code": f"{code}x"}):
        assert refused(race, scene.eve, "join", body) == (404, "not-found")
    assert slug(scene.eve.post(f"{race.path}/join", {"code": ""})) == "invalid-request"
    assert asked(scene.eve.get(f"{race.path}?code={code}"))["join_code"] is None
    assert len(race.act(scene.eve, "join", {"code": code})["entries"]) == 3


@pytest.mark.parametrize("status", ["open", "countdown", "running", "finished"])
def test_the_code_of_a_private_race_opens_nothing_to_whoever_was_removed(scene: Scene, status: str) -> None:
    race = scene.race(capacity=4, visibility="private")
    code = race.seen()["join_code"]
    gone, left = scene.eve, scene.newcomer("Dan")
    for player in (gone, left):
        race.act(player, "join", {"code": code})
    race.act(scene.ada, "kick", {"seat": 3})
    race.act(left, "leave")
    scene.bring(race, status)
    for path in ("", "/log", "/events"):
        assert slug(unopened(gone, f"{race.path}{path}?code={code}")) == "not-found"
        if path != "/events":
            assert left.get(f"{race.path}{path}?code={code}").status_code == 200
    if status == "open":
        assert refused(race, gone, "join", {"code": code}) == (403, "removed-from-race")
    assert refused(race, gone, "join", {"code": "WRONG"}) == (404, "not-found")


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("status", ["open", "countdown", "running", "finished"])
def test_a_strangers_private_race_is_exactly_like_none(scene: Scene, visibility: str, status: str) -> None:
    race = scene.bring(scene.race(visibility=visibility), status)
    none = f"/v1/races/{new_race_id(scene.ada.player_id)}"
    asks: list[tuple[str, str, Json | None]] = [
        ("GET", "", None),
        ("GET", "/log", None),
        ("GET", "/events?after=1", None),
        ("GET", "?code=WRONG", None),
        *(("POST", f"/{action}", body) for action, body in ACTIONS.items()),
    ]
    for method, path, body in asks:
        if visibility == "public" and method == "GET":
            continue
        if path.startswith("/events"):
            found = [unopened(scene.eve, f"{base}{path}") for base in (race.path, none)]
        else:
            found = [scene.eve.send(method, f"{base}{path}", json=body) for base in (race.path, none)]
        texts = [
            answer.get_data(as_text=True).replace(answer.headers["X-Request-Id"], "").replace(base, "")
            for answer, base in zip(found, (race.path, none), strict=True)
        ]
        if visibility == "private":
            assert (found[0].status_code, texts[0]) == (found[1].status_code, texts[1])
        assert (found[1].status_code, slug(found[1])) == (404, "not-found")


@pytest.mark.parametrize("status", ["countdown", "running", "finished"])
def test_a_racers_game_is_the_racers_alone_until_its_result_is_public(scene: Scene, status: str) -> None:
    race = scene.bring(scene.race(), status)
    game_id, none = race.game_id(scene.ada), f"{race.game_id(scene.ada)[:-4]}3347"
    for client in (scene.bob, scene.eve):
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/moves", None),
            ("POST", "/step", {"pile": 1}),
            ("POST", "/autoplay", None),
            ("DELETE", "", None),
        ):
            found = [client.send(method, f"/v1/games/{one}{path}", json=body) for one in (game_id, none)]
            assert [(answer.status_code, slug(answer)) for answer in found] == [(404, "not-found")] * 2
        proof = client.get(f"/v1/games/{game_id}/proof")
        assert proof.status_code == (200 if status == "finished" else 404)


@pytest.mark.parametrize("way", ["forfeit", "delete", "mistake"])
def test_a_deal_given_up_tells_nothing_that_was_not_turned_until_the_race_is_over(scene: Scene, way: str) -> None:
    race = scene.bring(scene.race(decks="shared", errors="disqualify"), "running")
    path = f"/v1/games/{race.game_id(scene.ada)}"
    told: list[Json] = []
    key, wrong = {"Idempotency-Key": "again"}, asked(scene.ada.get(path))["hand"]["home"] % 13 + 1
    for _ in range(2):
        match way:
            case "forfeit":
                asked(scene.ada.post(f"{race.path}/forfeit", headers=key))
            case "delete":
                scene.ada.delete(path)
            case "mistake":
                told.append(asked(scene.ada.post(f"{path}/step", {"pile": wrong}, headers=key))["game"])
    before = scene.ada.get(path)
    assert [game["result"]["luck"] for game in (*told, before.get_json())] == [None] * (len(told) + 1)
    assert slug(scene.ada.get(f"{path}/reading")) == "game-not-over"
    own = {"If-Match": before.headers["ETag"]}
    assert slug(scene.ada.send("DELETE", path, headers=own)) == "race-over"
    race.act(scene.bob, "forfeit")
    after = scene.ada.get(path, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.get_json()["result"]["luck"] is None) == (200, False)


def test_the_seeds_of_racers_are_told_once_they_have_served(scene: Scene) -> None:
    race = scene.race(seeds=("tea", "at five"))
    for go_on in (race.seen, race.started, lambda: race.pause({})):
        go_on()
        assert [entry["client_seed"] for entry in race.seen(scene.bob)["entries"]] == [None, None]
    for racer in (scene.ada, scene.bob):
        race.act(racer, "forfeit")
    assert [entry["client_seed"] for entry in race.seen(scene.eve)["entries"]] == ["tea", "at five"]


def test_a_rematch_is_known_to_those_who_raced(scene: Scene) -> None:
    race = scene.bring(scene.race(), "finished")
    rematch = asked(scene.bob.post(f"{race.path}/rematch"))["id"]
    assert [race.seen(client)["rematch_id"] for client in (scene.ada, scene.bob, scene.eve)] == [
        rematch,
        rematch,
        None,
    ]


@pytest.mark.parametrize("status", ["countdown", "running", "finished"])
def test_no_game_that_is_listed_waits_for_a_race(scene: Scene, status: str) -> None:
    scene.bring(scene.race(), status)
    scene.ada.deal()
    assert asked(scene.ada.get("/v1/games?status=waiting"))["items"] == []


def test_a_login_that_may_only_look_watches_and_does_nothing(scene: Scene) -> None:
    race = scene.race()
    credentials = {"player_id": scene.eve.player_id, "secret": scene.eve.secret, "scopes": ["read"]}
    reader = scene.eve.with_token(scene.eve.post("/v1/sessions", credentials).get_json()["token"])
    for path in ("/v1/races", race.path, f"{race.path}/log"):
        assert reader.get(path).status_code == 200
    assert reader.post("/v1/tickets").status_code == 201
    acts = [("/v1/races", {"capacity": 2}), ("/v1/races/quick", {}), (f"{race.path}/join", {})]
    for path, body in acts:
        assert slug(reader.post(path, body)) == "insufficient-scope"
