"""Streams that break after every single event, and go on."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.cutting import CuttingProxy, followed, whole_events
from tests.e2e.guests import Guest
from tests.e2e.pools import served
from tests.e2e.sprint import full_race, log_of, play_out, until_started

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.running import Up


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory, migrated_url: str, valkey_url: str) -> Iterator[Up]:
    settings = {"DATABASE_URL": migrated_url, "REDIS_URL": valkey_url, "STREAM_HEARTBEAT_MS": "200"}
    with served(tmp_path_factory.mktemp("cuts"), settings) as api:
        yield api


def told_in(events: list[bytes]) -> list[Any]:
    return [json.loads(block.split(b"data: ")[1]) for block in events]


@pytest.mark.parametrize("more", [0, 7], ids=["between two events", "in the middle of the next"])
def test_streams_cut_after_every_event_tell_everyone_all_of_them_once_and_in_the_same_bytes(
    up: Up, more: int
) -> None:
    ada, bob, eve = everyone = [Guest.signed_in(up) for _ in range(3)]
    race = full_race(ada, bob)
    with CuttingProxy(int(up.environment["PORT"]), more) as proxy, ThreadPoolExecutor() as pool:
        following = [pool.submit(followed, proxy.between(guest), race) for guest in everyone]
        until_started(ada, race)
        for racer in (ada, bob):
            play_out(racer, race)
        live = [one.result(30) for one in following]
        again = followed(proxy.between(eve), race)
    log = log_of(ada, race)
    assert log[-1]["event"] == "over"
    assert proxy.cuts >= 4 * len(log)
    for events in (*live, again):
        assert told_in(events) == log
        assert [int(block.split(b"id: ")[1].split(b"\n")[0]) for block in events] == [event["seq"] for event in log]
    with eve.stream(race, "?after=0") as whole:
        assert live == [whole_events(whole)] * 3
    assert again == live[0]
