"""Word of new events comes to every process at once, over one connection, whatever becomes of that."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from service.embedded import Valkey
from service.storage.valkey.wakeups import ValkeyWakeups
from tests.party import Party
from tests.worlds import ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SOON_S = 5.0


@pytest.fixture
def wakeups(valkey_url: str) -> Iterator[ValkeyWakeups]:
    made = ValkeyWakeups(valkey_url)
    yield made
    made.close()
    made.wait(0)


def subscriptions(world: ValkeyWorld, wakeups: ValkeyWakeups) -> list[int]:
    """How many there are on its connection, as the server tells; nothing while there is none."""
    made = wakeups._pubsub and wakeups._pubsub.connection
    own = "{}:{}".format(*made._sock.getsockname()) if made and made._sock else None
    return [int(client["sub"]) for client in world.redis.client_list(_type="pubsub") if client["addr"] == own]


def listening(world: ValkeyWorld, wakeups: ValkeyWakeups, subscribers: int = 1) -> None:
    """Wait until the server knows so many subscribers, and until that has been heard of."""
    deadline = time.monotonic() + SOON_S
    while sum(subscriptions(world, wakeups)) != subscribers:
        assert time.monotonic() < deadline, "nobody listens"
        wakeups.wait(0)
    while wakeups.wait(0.1):
        pass


def heard(wakeups: ValkeyWakeups, act: Callable[[], object]) -> frozenset[str]:
    """Of which races word comes after this was done."""
    act()
    return wakeups.wait(SOON_S)


def test_every_change_of_a_race_that_is_watched_wakes_whoever_waits(
    valkey: ValkeyWorld, wakeups: ValkeyWakeups
) -> None:
    party, other = Party(valkey, 2), Party(valkey, 2)
    wakeups.watch(party.id)
    listening(valkey, wakeups)
    other.announced()
    assert heard(wakeups, lambda: party.ready(2)) == {party.id}
    party.started()
    assert heard(wakeups, lambda: party.race) == {party.id}
    wakeups.wait(0)
    assert heard(wakeups, lambda: party.move(1)) == {party.id}
    wakeups.watch(other.id)
    listening(valkey, wakeups, 2)
    assert subscriptions(valkey, wakeups) == [2]
    started = time.monotonic()
    assert not wakeups.wait(0.2)
    assert time.monotonic() - started >= 0.2


def test_a_race_that_is_watched_no_longer_wakes_nobody(valkey: ValkeyWorld, wakeups: ValkeyWakeups) -> None:
    party, other = Party(valkey, 2).started(), Party(valkey, 2).started()
    for race_id in (party.id, other.id):
        wakeups.watch(race_id)
    listening(valkey, wakeups, 2)
    wakeups.unwatch(other.id)
    listening(valkey, wakeups)
    other.move(1)
    assert heard(wakeups, lambda: party.move(1)) == {party.id}
    wakeups.unwatch(party.id)
    wakeups.unwatch(party.id)
    listening(valkey, wakeups, 0)
    assert subscriptions(valkey, wakeups) == []


def test_a_connection_that_was_cut_is_made_again(valkey: ValkeyWorld, wakeups: ValkeyWakeups) -> None:
    party = Party(valkey, 2).started()
    wakeups.watch(party.id)
    listening(valkey, wakeups)
    for _ in range(3):
        valkey.redis.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        wakeups.wait(0.2)
        listening(valkey, wakeups)
        assert heard(wakeups, lambda: party.move(1, right=False)) == {party.id}


def test_a_store_that_is_away_is_as_good_as_silent(server_folder: Path) -> None:
    with Valkey(server_folder) as server:
        url = server.url
        world, wakeups = ValkeyWorld(url), ValkeyWakeups(url, timeout_s=0.5)
        party = Party(world, 2)
        wakeups.watch(party.id)
        listening(world, wakeups)
        world.close()
    started = time.monotonic()
    assert not wakeups.wait(0.5)
    assert 0.4 < time.monotonic() - started < 3
    wakeups.close()


def test_a_frozen_connection_is_given_up(valkey: ValkeyWorld, wakeups: ValkeyWakeups) -> None:
    party = Party(valkey, 2).started()
    wakeups.watch(party.id)
    listening(valkey, wakeups)
    pubsub = wakeups._pubsub
    assert pubsub
    pubsub.health_check_response_counter = 1_000
    assert wakeups.wait(SOON_S) == {party.id}
    assert wakeups._pubsub is not pubsub
    assert heard(wakeups, lambda: party.move(1)) == {party.id}


def test_whoever_waits_is_let_go_at_the_end(valkey: ValkeyWorld, wakeups: ValkeyWakeups) -> None:
    wakeups.watch(Party(valkey, 2).id)
    ended = threading.Event()

    def wait() -> None:
        wakeups.wait(60)
        ended.set()

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.2)
    wakeups.close()
    assert ended.wait(2)
    thread.join()


def test_an_event_before_the_subscription_is_there_is_heard_of_when_it_is(
    valkey: ValkeyWorld, wakeups: ValkeyWakeups
) -> None:
    party = Party(valkey, 2)
    wakeups.watch(party.id)
    party.announced()
    assert heard(wakeups, lambda: None) == {party.id}
