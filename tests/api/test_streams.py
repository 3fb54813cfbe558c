"""Streams of events: what they begin with, what they tell, how they go on, and when they end."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.play.identity import new_race_id
from tests.api.client import Client, slug
from tests.api.racing import Racing, asked, race_of
from tests.api.watching import LAST, unopened, watching, wire

if TYPE_CHECKING:
    from flask import Flask

    from tests.api.contract import Contract


@pytest.fixture
def party(app: Flask, contract: Contract) -> tuple[Client, Client, Client]:
    """Two racers, and someone who only watches."""
    ada, bob, eve = (Client(app, contract).registered(name) for name in ("Ada", "Bob", "Eve"))
    return ada, bob, eve


@pytest.fixture(scope="module")
def told(app: Flask, contract: Contract) -> tuple[Racing, str]:
    """A race that is over, and what was sent live to someone who had watched it from the beginning."""
    ada, bob, eve = (Client(app, contract).registered(name) for name in ("Ada", "Bob", "Eve"))
    race = race_of(ada)
    with watching(eve, race.id) as stream:
        stream.until("snapshot")
        asked(bob.post(f"{race.path}/join"))
        race = replace(race, racers=(ada, bob)).started()
        stream.until("started")
        race.move(ada)
        race.step(bob, wrong_pile(race, bob))
        race.play_out(bob)
        race.act(ada, "forfeit")
        stream.to_the_end()
    return race, stream.text


def wrong_pile(race: Racing, racer: Client) -> int:
    home: int = asked(racer.get(f"/v1/games/{race.game_id(racer)}"))["hand"]["home"]
    return home % 13 + 1


def test_a_stream_begins_with_the_race_as_everyone_may_see_it(party: tuple[Client, Client, Client]) -> None:
    ada, bob, eve = party
    race = race_of(ada, bob)
    for client in (ada, eve):
        with watching(client, race.id) as stream:
            (first,) = stream.until("snapshot")
            headers = stream.answer.headers
        assert stream.text.startswith("retry: 1000\n\n")
        assert first["id"] == first["data"]["seq"] == race.seen()["seq"]
        seen = eve.get(race.path).get_json()
        assert first["data"] == seen | {
            "event": "snapshot",
            "server_time": first["data"]["server_now"],
            "server_now": first["data"]["server_now"],
        }
        assert (headers["Content-Type"], headers["Cache-Control"]) == ("text/event-stream", "no-store")
        assert (headers["X-Accel-Buffering"], headers["Access-Control-Allow-Origin"]) == ("no", "*")
        assert "Content-Length" not in headers
        assert "ETag" not in headers


def test_what_happens_comes_in_order_and_without_gaps_until_the_end(
    told: tuple[Racing, str], contract: Contract
) -> None:
    race, text = told
    snapshot, *events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    kinds = [event["event"] for event in events]
    assert [event["seq"] for event in events] == list(range(snapshot["seq"] + 1, race.seen()["seq"] + 1))
    assert kinds[:5] == ["joined", "ready", "countdown", "started", "progress"]
    assert kinds[5] == "mistake"
    assert kinds[-2:] == ["forfeited", "over"]
    assert [contract.errors({"$ref": "#/components/schemas/RaceEvent"}, event) for event in events] == [[]] * len(
        events
    )


def test_the_log_has_the_same_events(told: tuple[Racing, str]) -> None:
    race, text = told
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    assert race.log()[1:] == events[1:]


def test_whoever_comes_back_after_any_event_gets_what_was_missed_in_the_bytes_that_were_sent(
    told: tuple[Racing, str], party: tuple[Client, Client, Client]
) -> None:
    race, text = told
    live, eve = wire(text)[1:], party[2]
    for sent in range(len(live)):
        for query, headers in ((f"?after={sent + 1}", {}), ("?after=0", {"Last-Event-ID": str(sent + 1)})):
            with watching(eve, race.id, query, **headers) as stream:
                stream.to_the_end()
            assert wire(stream.text) == live[sent:]


def test_a_stream_that_is_resumed_goes_on_live(party: tuple[Client, Client, Client]) -> None:
    ada, bob, eve = party
    race = race_of(ada, bob)
    with watching(eve, race.id, "?after=0") as stream:
        stream.until("joined")
        race.act(bob, "ready")
        events = stream.until("ready")
    assert [(event["id"], event["event"]) for event in events] == [(1, "joined"), (2, "joined"), (3, "ready")]


@pytest.mark.parametrize(("query", "headers"), [("?after={seq}", {}), ("", {"Last-Event-ID": "{seq}"})])
def test_asked_again_after_the_end_there_is_nothing(
    told: tuple[Racing, str], party: tuple[Client, Client, Client], query: str, headers: dict[str, str]
) -> None:
    race, _ = told
    seq = race.seen()["seq"]
    sent = {name: value.format(seq=seq) for name, value in headers.items()}
    answer = unopened(party[2], f"{race.path}/events{query.format(seq=seq)}", headers=sent)
    assert (answer.status_code, answer.get_data()) == (204, b"")


def test_whoever_comes_after_the_end_is_shown_how_it_ended(
    told: tuple[Racing, str], party: tuple[Client, Client, Client]
) -> None:
    race, _ = told
    with watching(party[2], race.id) as stream:
        (snapshot,) = stream.to_the_end()
    assert (snapshot["event"], snapshot["id"]) == ("snapshot", race.seen()["seq"])
    assert snapshot["data"]["status"] == "finished"


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("?after=99", {}),
        (f"?after={'9' * 20}", {}),
        ("", {"Last-Event-ID": "99"}),
        ("", {"Last-Event-ID": "no number"}),
        ("", {"Last-Event-ID": "-1"}),
        ("?after=1", {"Last-Event-ID": "1.5"}),
    ],
)
def test_after_an_event_that_there_is_not_everything_begins_anew(
    party: tuple[Client, Client, Client], query: str, headers: dict[str, str]
) -> None:
    ada, bob, eve = party
    race = race_of(ada, bob)
    with watching(eve, race.id, query, **headers) as stream:
        (first,) = stream.until("reset")
        race.act(bob, "ready")
        assert [event["id"] for event in stream.until("ready")] == [2, 3]
    assert (first["id"], first["data"]["seq"], first["data"]["id"]) == (2, 2, race.id)


def test_a_number_that_cannot_be_one_is_refused(party: tuple[Client, Client, Client]) -> None:
    ada, _, eve = party
    race = race_of(ada)
    for query in ("?after=x", "?after=-1", "?after=1&after=2", "?since=1", f"?after={'9' * 21}"):
        assert slug(eve.get(f"{race.path}/events{query}")) == "invalid-request"


def test_silence_is_broken_by_comments(party: tuple[Client, Client, Client]) -> None:
    ada, _, eve = party
    with watching(eve, race_of(ada).id) as stream:
        stream.until("snapshot")
        assert [stream.read() for _ in range(3)] == [":\n\n"] * 3


def test_a_race_that_is_cancelled_ends_its_streams(party: tuple[Client, Client, Client]) -> None:
    ada, _, eve = party
    race = race_of(ada)
    with watching(eve, race.id) as stream:
        stream.until("snapshot")
        race.act(ada, "leave")
        assert [event["event"] for event in stream.to_the_end()] == ["snapshot", "left", "cancelled"]
    with watching(eve, race.id) as stream:
        assert [event["data"]["status"] for event in stream.to_the_end()] == ["cancelled"]


def test_a_private_race_is_watched_by_its_racers_and_by_those_with_the_code(
    party: tuple[Client, Client, Client],
) -> None:
    ada, bob, eve = party
    race = race_of(ada, bob, visibility="private")
    code = race.seen()["join_code"]
    none = eve.get(f"/v1/races/{new_race_id(ada.player_id)}/events")
    for query in ("", "?code=WRONG", "?after=1"):
        refused = unopened(eve, f"{race.path}/events{query}")
        assert (refused.status_code, slug(refused)) == (none.status_code, slug(none)) == (404, "not-found")
    for client, query in ((bob, ""), (eve, f"?code={code}")):
        with watching(client, race.id, query) as stream:
            (first,) = stream.until("snapshot")
        assert first["data"]["join_code"] is None
        assert code not in stream.text


def test_everyone_hears_everything_however_many_watch_and_whenever_they_come(
    party: tuple[Client, Client, Client], app: Flask, contract: Contract
) -> None:
    ada, bob, _ = party
    race = race_of(ada, bob).running()

    def watch(number: int) -> list[int]:
        eve = Client(app, contract, token=(ada, bob)[number % 2].token)
        with watching(eve, race.id, f"?after={number}") as stream:
            stream.to_the_end()
            return [event["id"] for event in stream.events()]

    with ThreadPoolExecutor(18) as threads:
        heard = [threads.submit(watch, number) for number in range(16)]
        ends = [threads.submit(race.play_out, racer) for racer in (ada, bob)]
        assert all(end.result()["result"] for end in ends)
        last = race.seen()["seq"]
        for number, found in enumerate(heard):
            ids = found.result()
            assert ids[-1] == last
            # Who comes before an event is there begins with a reset, and misses nothing after it.
            assert ids == list(range(ids[0], last + 1))
            assert ids[0] <= number + 1
    assert race.log()[-1]["event"] in LAST or last > 100
