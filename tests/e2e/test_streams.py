"""Streams of events from a real server: they come as they come, and end when they should."""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import ExitStack
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tests.e2e.guests import PATIENCE_S, Guest, event
from tests.e2e.running import running, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.running import Up

SETTINGS = {"WEB_WORKERS": "1", "STREAM_HEARTBEAT_MS": "500", "STREAMS_PER_PLAYER": "3"}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with running(tmp_path_factory.mktemp("streams") / "var", SETTINGS) as service:
        yield service


def test_events_come_as_they_happen_over_a_connection_that_stays_open(up: Up) -> None:
    ada, bob = Guest.signed_in(up), Guest.signed_in(up)
    race = ada.race()
    with bob.stream(race) as stream:
        assert (stream.status, stream.headers["Content-Type"]) == (HTTPStatus.OK, "text/event-stream")
        assert stream.headers["Transfer-Encoding"] == "chunked"
        assert event(stream)[:2] == (1, "snapshot")
        bob.call("POST", f"/v1/races/{race}/join")
        seq, kind, told = event(stream)
        assert (seq, kind, told["seat"]) == (2, "joined", 2)


def test_a_silent_stream_lives_on_comments(up: Up) -> None:
    ada = Guest.signed_in(up)
    with ada.stream(ada.race()) as stream:
        event(stream)
        began = time.monotonic()
        assert [stream.readline() for _ in range(5)] == [b"\n", b":\n", b"\n", b":\n", b"\n"]
        assert 0.8 < time.monotonic() - began < PATIENCE_S / 2


def test_a_race_goes_from_countdown_to_its_end_without_anyone_asking(up: Up) -> None:
    ada, bob = Guest.signed_in(up), Guest.signed_in(up)
    race = str(ada.call("POST", "/v1/races", {"capacity": 2, "start": "full", "time_limit_s": 10})["id"])
    with ada.stream(race) as stream:
        event(stream)
        bob.call("POST", f"/v1/races/{race}/join")
        told: list[tuple[int, str, Any]] = []
        while not told or told[-1][1] != "over":
            told.append(event(stream))
        assert [kind for _, kind, _ in told] == ["joined", "countdown", "started", "timed_out", "timed_out", "over"]
        assert [line for line in stream if line.strip(b":\n")] == []
    with ada.stream(race, f"?after={told[-1][0]}") as again:
        assert again.status == HTTPStatus.NO_CONTENT
    with ada.stream(race, f"?after={told[2][0]}") as missed:
        assert [event(missed)[0] for _ in range(3)] == [seq for seq, _, _ in told[3:]]


def test_one_stream_too_many_is_refused_and_those_of_clients_that_went_do_not_count(up: Up) -> None:
    ada = Guest.signed_in(up)
    race = ada.race()
    with ada.stream(race) as one, ada.stream(race) as two, ada.stream(race) as three:
        for stream in (one, two, three):
            event(stream)
        with ada.stream(race) as refused:
            assert (refused.status, refused.headers["Retry-After"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "2")
            assert json.loads(refused.read())["type"] == "/problems/too-many-streams"
    with ada.stream(race) as welcome:
        assert event(welcome)[1] == "snapshot"


def test_streams_keep_nobody_from_calling(up: Up) -> None:
    guests = [Guest.signed_in(up) for _ in range(20)]
    race = guests[0].race()
    with ExitStack() as streams:
        opened = [streams.enter_context(guest.stream(race)) for guest in guests]
        assert {event(stream)[1] for stream in opened} == {"snapshot"}
        began = time.monotonic()
        guests[0].call("GET", f"/v1/races/{race}")
        assert time.monotonic() - began < 2
        guests[1].call("POST", f"/v1/races/{race}/join")
        assert {event(stream)[:2] for stream in opened} == {(2, "joined")}


def test_at_shutdown_streams_end_properly_and_soon(up: Up) -> None:
    ada = Guest.signed_in(up)
    race = ada.race()
    with ada.stream(race) as stream:
        event(stream)
        server = up.pid("serve")
        began = time.monotonic()
        os.kill(server, signal.SIGTERM)
        assert [line for line in stream if line.strip(b":\n")] == []
        assert time.monotonic() - began < 4
        until(lambda: not psutil.pid_exists(server))
        assert time.monotonic() - began < 5, "connections that do not end are given so long"
    until(lambda: up.pid("serve") != server)
    until(lambda: is_ready(up))
    with ada.stream(race, "?after=1") as resumed:
        ada.call("POST", f"/v1/races/{race}/leave")
        assert event(resumed)[:2] == (2, "left")


def is_ready(up: Up) -> bool:
    try:
        return up.call("GET", "/readyz").status == HTTPStatus.OK
    except OSError:
        return False
