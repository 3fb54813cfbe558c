"""The stream of a race, read by a client: connections that break, servers that err."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from service.terminal import stream
from service.terminal.errors import Refused, Unreachable
from service.terminal.server import Server
from service.terminal.stream import Event, Stream
from tests.cli.stand_in import Answer, StandIn, problem, stand_in

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "GET /v1/races/1/events"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    monkeypatch.setattr(stream, "AGAIN_S", 0.01)
    monkeypatch.setattr(stream, "PATIENCE_S", 0.1)
    with stand_in() as standing:
        yield standing


def frame(kind: str, seq: int, **data: Any) -> bytes:
    return f"id: {seq}\nevent: {kind}\ndata: {json.dumps(data)}\n\n".encode()


def sent(*frames: bytes) -> Answer:
    return Answer(200, b"retry: 1000\n\n:\n\n" + b"".join(frames), "text/event-stream")


def events(server: StandIn, code: str | None = None) -> Iterator[Event]:
    return Stream(Server(server.url), "1", code).events()


def test_it_ends_with_the_last_event(server: StandIn) -> None:
    server.answers[PATH] = sent(frame("snapshot", 3, status="running"), frame("over", 4, places=[]))
    assert [(event.kind, event.seq) for event in events(server)] == [("snapshot", 3), ("over", 4)]


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_of_a_race_that_was_over_before_it_is_told_how_it_ended(server: StandIn, status: str) -> None:
    race = {"seq": 7, "status": status}
    server.answers |= {PATH: Answer(204, b""), "GET /v1/races/1": Answer(200, race)}
    assert list(events(server)) == [Event("snapshot", 7, race)]


def test_how_a_race_ended_is_asked_again_where_that_is_refused_too(server: StandIn) -> None:
    server.answers |= {PATH: Answer(204, b""), "GET /v1/races/1": problem(503, "store-unavailable")}
    following = events(server)
    assert next(following) == Event("lost")
    server.answers["GET /v1/races/1"] = Answer(200, {"seq": 7, "status": "finished"})
    assert [event.kind for event in following] == ["resumed", "snapshot"]


def test_whoever_asks_too_often_waits_as_long_as_the_server_says(server: StandIn) -> None:
    server.answers[PATH] = replace(problem(429, "too-many-requests"), headers={"Retry-After": "0"})
    following = events(server)
    assert next(following) == Event("lost")
    server.answers[PATH] = sent(frame("over", 1))
    assert [event.kind for event in following] == ["resumed", "over"]


def test_a_code_goes_along(server: StandIn) -> None:
    server.answers[f"{PATH}?code=A+B"] = sent(frame("cancelled", 4, reason="expired"))
    assert [event.kind for event in events(server, "A B")] == ["cancelled"]


def test_of_whoever_joins_the_race_is_asked_who_it_is_since_events_tell_only_the_seat(server: StandIn) -> None:
    bob = {"id": "2", "display_name": "Bob", "bot": False}
    server.answers["GET /v1/races/1?code=A+B"] = Answer(200, {"entries": [{"seat": 2, "player": bob}]})
    joined = frame("joined", 5, seat=2), frame("joined", 6, seat=3)
    server.answers[f"{PATH}?code=A+B"] = sent(frame("snapshot", 4, status="open"), *joined, frame("cancelled", 7))
    told = [event.data.get("player") for event in events(server, "A B")]
    assert told == [None, bob, {"id": "", "display_name": "", "bot": False}, None]


def test_where_it_is_not_told_who_has_joined_the_event_comes_again(server: StandIn) -> None:
    server.answers["GET /v1/races/1"] = problem(503, "store-unavailable")
    server.answers[PATH] = sent(frame("snapshot", 4, status="open"), frame("joined", 5, seat=2))
    following = events(server)
    assert [next(following).kind, next(following)] == ["snapshot", Event("lost")]
    server.answers["GET /v1/races/1"] = Answer(200, {"entries": []})
    server.answers[PATH] = sent(frame("joined", 5, seat=2), frame("cancelled", 6))
    assert [event.kind for event in following] == ["resumed", "joined", "cancelled"]
    assert set(server.last_event_ids) >= {"4"}


@pytest.mark.parametrize("rest", [b"", b"id: 5\nevent: progress\ndata: {}", b"id: 5\nevent: progress\ndata: {}\n"])
def test_a_connection_that_ends_is_taken_up_after_the_last_whole_event(server: StandIn, rest: bytes) -> None:
    server.answers[PATH] = sent(frame("snapshot", 4, status="running"), rest)
    following = events(server)
    assert [next(following).kind, next(following)] == ["snapshot", Event("lost")]
    server.answers[PATH] = sent(frame("progress", 5), frame("over", 6))
    told = list(following)
    assert told[0] == Event("resumed", data={"after": 4})
    assert [event.seq for event in told[1:]] == [5, 6]
    assert server.last_event_ids[0] is None
    assert set(server.last_event_ids[1:]) == {"4"}


def test_a_server_that_is_away_for_a_moment_is_waited_for(server: StandIn) -> None:
    server.answers[PATH] = problem(503, "too-many-streams")
    following = events(server)
    assert next(following) == Event("lost")
    server.answers[PATH] = sent(frame("over", 1))
    assert [event.kind for event in following] == ["resumed", "over"]


def test_a_server_that_stays_away_is_given_up(server: StandIn) -> None:
    server.mute = True
    with pytest.raises(Unreachable):
        list(events(server))


def test_who_may_not_watch_is_told_at_once(server: StandIn) -> None:
    server.answers[PATH] = problem(404, "not-found")
    with pytest.raises(Refused) as refused:
        list(events(server))
    assert refused.value.slug == "not-found"


@pytest.mark.parametrize("junk", [b"data: {\n\n", b"data: []\n\n", b"id: x\ndata: {}\n\n", b"data: 7\n\n", b"\xff\n"])
def test_what_no_race_sends_is_a_broken_connection(server: StandIn, junk: bytes) -> None:
    server.answers[PATH] = sent(junk)
    with pytest.raises(Unreachable):
        list(events(server))
