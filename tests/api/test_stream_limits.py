"""Streams are bounded, and none keeps anything when it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from prometheus_client import REGISTRY

from service.api.context import EXTENSION
from service.api.streaming import listener
from service.app import create_app
from service.play.errors import StoreUnavailable
from service.play.identity import new_race_id
from tests.api.client import Client, slug
from tests.api.racing import Racing, asked, race_of
from tests.api.watching import Stream, watching, wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from service.config import Config
    from tests.api.contract import Contract


@pytest.fixture
def small(config: Config) -> Iterator[Flask]:
    """The service where few streams may be open."""
    app = create_app(replace(config, streams_per_player=2, streams_per_address=3, streams_per_process=4))
    yield app
    app.extensions[EXTENSION].close()


@pytest.fixture
def ada_there(small: Flask, contract: Contract) -> Client:
    return Client(small, contract).registered("Ada")


@pytest.fixture
def bob_there(small: Flask, contract: Contract) -> Client:
    return Client(small, contract).registered("Bob")


def opened(client: Client, race: Racing) -> Stream:
    """A stream that the test has to close."""
    answer = client.app.test_client().open(
        f"{race.path}/events",
        headers={"Authorization": f"Bearer {client.token}"},
        environ_overrides={"REMOTE_ADDR": client.address},
        buffered=False,
    )
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return Stream(answer)


def is_refused(client: Client, race: Racing) -> bool:
    answer = client.get(f"{race.path}/events")
    assert (answer.status_code, slug(answer)) == (503, "too-many-streams")
    return bool(answer.headers["Retry-After"])


def test_a_player_has_so_many_streams_and_one_more_when_one_ends(ada_there: Client) -> None:
    race = race_of(ada_there)
    first, second = (opened(replace(ada_there, address=f"10.0.0.{number}"), race) for number in (1, 2))
    assert is_refused(ada_there, race)
    first.answer.close()
    third = opened(ada_there, race)
    assert is_refused(ada_there, race)
    for stream in (second, third):
        stream.answer.close()


def test_an_address_has_so_many_streams(ada_there: Client, bob_there: Client) -> None:
    race = race_of(ada_there)
    near = replace(bob_there, address=ada_there.address)
    streams = [opened(client, race) for client in (ada_there, ada_there, near)]
    assert is_refused(near, race)
    elsewhere = opened(bob_there, race)
    for stream in (*streams, elsewhere):
        stream.answer.close()


def test_a_process_has_so_many_streams(small: Flask, contract: Contract, ada_there: Client) -> None:
    race = race_of(ada_there)
    streams = [opened(Client(small, contract).registered(), race) for _ in range(4)]
    assert is_refused(Client(small, contract).registered(), race)
    for stream in streams:
        stream.answer.close()


@pytest.mark.parametrize("path", ["", "?after=x", "?code=x&x=1"])
def test_what_is_refused_or_has_no_body_takes_no_place(ada_there: Client, path: str) -> None:
    race = race_of(ada_there)
    for _ in range(5):
        ada_there.send("HEAD", f"{race.path}/events{path}")
        ada_there.get(f"/v1/races/{new_race_id(ada_there.player_id)}/events")
        ada_there.get(f"{race.path}/events?after=x")
    opened(ada_there, race).answer.close()


def test_a_store_that_is_away_takes_no_place_either(ada_there: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    race = race_of(ada_there)

    def fail(*_: object) -> None:
        raise StoreUnavailable("redis")

    for name in ("load", "events"):
        with monkeypatch.context() as away:
            away.setattr(type(ada_there.app.extensions[EXTENSION].races), name, fail)
            for _ in range(3):
                assert slug(ada_there.get(f"{race.path}/events?after=0")) == "store-unavailable"
    opened(ada_there, race).answer.close()


def test_a_stream_that_is_read_too_slowly_ends_and_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, ada: Client, bob: Client
) -> None:
    monkeypatch.setattr(listener, "MOST_WAITING", 3)
    race = race_of(ada)
    with watching(bob, race.id) as slow, watching(ada, race.id) as quick:
        slow.until("snapshot")
        for _ in range(3):
            bob_joins_and_leaves(race, bob, quick)
        assert [event["event"] for event in slow.to_the_end()] == ["snapshot"]
        missed = wire(quick.text)[1:]
    with watching(bob, race.id, "?after=1") as stream:
        while len(wire(stream.text)) < len(missed):
            assert stream.read()
    assert wire(stream.text) == missed


def bob_joins_and_leaves(race: Racing, bob: Client, quick: Stream) -> None:
    """Two events, which the quick reader has had by the end."""
    for action in ("join", "leave"):
        seq = asked(bob.post(f"{race.path}/{action}"))["seq"]
        while not any(event["id"] == seq for event in quick.events()):
            quick.read()


def test_when_the_process_stops_streams_end_at_once_and_none_begins(ada_there: Client, small: Flask) -> None:
    race = race_of(ada_there)
    with watching(ada_there, race.id) as stream:
        stream.until("snapshot")
        small.extensions[EXTENSION].streams.end_all()
        assert [event["event"] for event in stream.to_the_end()] == ["snapshot"]
    assert is_refused(ada_there, race)


def ended(why: str) -> float:
    return REGISTRY.get_sample_value("clock_streams_ended_total", {"why": why}) or 0.0


def test_why_streams_ended_is_counted(ada: Client) -> None:
    before = {why: ended(why) for why in ("left", "over")}
    race = race_of(ada)
    ada.get(f"/v1/races/{new_race_id(ada.player_id)}/events")
    with watching(ada, race.id) as stream:
        stream.until("snapshot")
    with watching(ada, race.id) as stream:
        race.act(ada, "leave")
        stream.to_the_end()
    assert {why: ended(why) - count for why, count in before.items()} == {"left": 1, "over": 1}
