"""Races before they start: terms, seats, the lobby, quick seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.api.client import slug
from tests.api.racing import asked, race_of

if TYPE_CHECKING:
    from tests.api.client import Client


def test_a_new_race_has_its_maker_in_the_first_seat_and_the_usual_terms(ada: Client) -> None:
    answer = ada.post("/v1/races", {"capacity": 3})
    race = asked(answer)
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/v1/races/{race['id']}")
    terms = {"variant": "standard", "decks": "own", "errors": "count", "penalty_ms": 0, "time_limit_s": 300}
    assert race.items() >= (terms | {"visibility": "public", "start": "host", "capacity": 3}).items()
    assert race.items() >= {"status": "open", "host": 1, "join_code": None, "seq": 1, "rematch_id": None}.items()
    assert (race["starts_at"], race["ends_at"], race["ended_at"]) == (None, None, None)
    (seat,) = race["entries"]
    assert seat == {
        "seat": 1,
        "player": {"id": ada.player_id, "display_name": "Ada", "bot": False},
        "ready": False,
        "client_seed": None,
        "state": "waiting",
        "game_id": None,
        "revealed": 0,
        "errors": 0,
        "time_ms": None,
        "place": None,
    }
    assert len(set(race["commitments"])) == 3


def test_only_the_request_that_makes_a_race_is_answered_with_a_new_one(ada: Client) -> None:
    made, sits = ada.post("/v1/races", {"capacity": 7}), ada.post("/v1/races/quick", {"capacity": 7})
    assert (made.status_code, sits.status_code) == (201, 200)
    assert sits.get_json()["id"] == made.get_json()["id"]
    assert "Location" not in sits.headers
    first, again = (
        ada.post("/v1/races/quick", {"capacity": 8}, headers={"Idempotency-Key": "quick"}) for _ in range(2)
    )
    assert (first.status_code, first.headers["Location"], first.data) == (201, again.headers["Location"], again.data)


def test_a_race_is_held_on_the_terms_that_are_sent(ada: Client) -> None:
    sent = {
        "capacity": 64,
        "variant": "perpetual",
        "decks": "shared",
        "errors": "penalty",
        "penalty_ms": 60_000,
        "time_limit_s": 900,
        "visibility": "private",
        "start": "full",
    }
    race = asked(ada.post("/v1/races", sent))
    assert race.items() >= sent.items()
    assert len(race["commitments"]) == 1
    assert race["join_code"]
    assert asked(ada.post("/v1/races", {"capacity": 2, "errors": "penalty"}))["penalty_ms"] == 5000


def test_joining_twice_is_joining_once(ada: Client, bob: Client) -> None:
    race = race_of(ada, bob, capacity=3)
    again = race.act(bob, "join", {"client_seed": "tea"})
    assert [seat["seat"] for seat in again["entries"]] == [1, 2]
    assert again["seq"] == 2


def test_a_repeat_under_the_same_key_answers_the_same_bytes(ada: Client, bob: Client) -> None:
    race = race_of(ada)
    for client, path, body in (
        (ada, "/v1/races", {"capacity": 2}),
        (bob, f"{race.path}/join", {}),
        (bob, f"{race.path}/ready", {}),
        (bob, "/v1/races/quick", {"capacity": 61}),
        (bob, f"{race.path}/leave", {}),
    ):
        first, second = (client.post(path, body, headers={"Idempotency-Key": "again"}) for _ in range(2))
        assert (first.status_code, first.get_data()) == (second.status_code, second.get_data())
        assert (first.headers.get("Idempotency-Replayed"), second.headers["Idempotency-Replayed"]) == (None, "true")
        other = client.post(path, body | {"client_seed": "x"}, headers={"Idempotency-Key": "again"})
        assert slug(other) in ("idempotency-key-reused", "invalid-request")
    assert [event["event"] for event in race.log()] == ["joined", "joined", "ready", "left"]


def test_a_quick_seat_is_one_that_is_as_wished_or_a_new_race(ada: Client, bob: Client, stranger: Client) -> None:
    wishes = {"capacity": 59, "decks": "shared"}
    made = ada.post("/v1/races/quick", wishes)
    assert (made.status_code, made.headers["Location"]) == (201, f"/v1/races/{made.get_json()['id']}")
    found = bob.post("/v1/races/quick", wishes)
    assert (found.status_code, found.get_json()["id"]) == (200, made.get_json()["id"])
    assert asked(bob.post("/v1/races/quick", {"decks": "shared"}))["id"] == made.get_json()["id"]
    caro = stranger.registered("Caro")
    assert caro.post("/v1/races/quick", wishes | {"errors": "disqualify"}).status_code == 201


def test_the_lobby_lists_the_public_races_that_can_be_joined_newest_first(ada: Client, bob: Client) -> None:
    races = [race_of(ada, capacity=2).id for _ in range(3)]
    hidden = race_of(ada, visibility="private").id
    full = race_of(ada, bob, start="full").id
    found: list[str] = []
    cursor = ""
    while not set(races) <= set(found):
        page = asked(bob.get(f"/v1/races?status=open&limit=2{cursor}"))
        found += [race["id"] for race in page["items"]]
        assert all((race["status"], race["visibility"]) == ("open", "public") for race in page["items"])
        cursor = f"&cursor={page['next']}"
    assert [one for one in found if one in races] == races[::-1]
    assert len(found) == len(set(found))
    assert not {hidden, full} & set(found)
    assert slug(bob.get("/v1/races?status=running")) == "invalid-request"


def test_the_host_removes_racers_and_passes_on_when_leaving(ada: Client, bob: Client, stranger: Client) -> None:
    caro = stranger.registered("Caro")
    race = race_of(ada, bob, caro)
    after = race.act(ada, "kick", {"seat": 2})
    assert [seat["seat"] for seat in after["entries"]] == [1, 3]
    assert slug(bob.post(f"{race.path}/join")) == "removed-from-race"
    assert race.act(ada, "leave")["host"] == 3
    assert race.act(caro, "leave")["status"] == "cancelled"
    assert [(event["event"], event.get("reason")) for event in race.log(caro)][-4:] == [
        ("left", "kicked"),
        ("left", "left"),
        ("left", "left"),
        ("cancelled", "deserted"),
    ]


def test_the_first_seed_of_a_seat_stays_and_the_host_sends_one_as_well(ada: Client, bob: Client) -> None:
    race = race_of(ada, bob, seeds=("first", "second"))
    for racer in (ada, bob):
        race.act(racer, "join", {"client_seed": "another"})
    assert race.seen()["seq"] == 2
    race.finished()
    seeds = [asked(ada.get(f"/v1/games/{seat['game_id']}/proof"))["client_seed"] for seat in race.seen()["entries"]]
    assert seeds == ["first", "second"]
    commitments = [
        asked(ada.get(f"/v1/games/{seat['game_id']}/proof"))["commitment"] for seat in race.seen()["entries"]
    ]
    assert commitments == race.seen()["commitments"]
