"""A server that is away, refuses, forgets or loses replies: nothing happens twice, no driver's error comes out."""

from __future__ import annotations

import os
import signal
import time
from contextlib import nullcontext
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from service.embedded import Valkey
from service.play.errors import StoreUnavailable
from service.play.recording import record_results
from service.play.sessions import ALL_SCOPES
from service.storage.valkey import LiveStore
from service.storage.valkey.client import Store
from service.storage.valkey.keys import Keys
from tests.builders import a_caller, a_draft, a_once
from tests.fakes import FakeResults
from tests.lossy import LossyProxy
from tests.worlds import GENEROUS, SECRETS, ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

UNUSED = "redis://127.0.0.1:1/0"


def connect(url: str, timeout_s: float = 2) -> LiveStore:
    return LiveStore.connect(
        url, secrets=SECRETS, policy=GENEROUS, timeout_s=timeout_s, on_discard=lambda *_: pytest.fail("discarded")
    )


CALLS: list[Callable[[LiveStore], object]] = [
    lambda live: live.sessions.check(a_caller(), "read"),
    lambda live: live.sessions.open_link("00AAAAAAAAAAAA", ALL_SCOPES),
    lambda live: live.games.load(a_caller(), a_draft().id),
    lambda live: live.games.expire(1),
    lambda live: live.limits.charge(GENEROUS, "here"),
    lambda live: live.outbox().read(1),
    lambda live: live.problem(),
]


@pytest.fixture
def private(server_folder: Path) -> Iterator[Valkey]:
    """A server of this test's own, to be ill-treated."""
    with Valkey(server_folder, settings={"appendonly": "no"}) as server:
        yield server


@pytest.mark.parametrize("call", CALLS)
def test_a_server_that_is_away_is_unavailable(call: Callable[[LiveStore], object]) -> None:
    with pytest.raises(StoreUnavailable) as refusal:
        call(connect(UNUSED))
    assert refusal.value.store == "redis"


def test_a_server_that_comes_back_is_used_again_at_once(private: Valkey) -> None:
    world = ValkeyWorld(private.url)
    token = world.sign_in()
    private.kill()
    with pytest.raises(StoreUnavailable):
        world.sessions.check(world.caller(token), "read")
    private.start()
    world.sessions.check(world.caller(), "read")
    world.close()


def test_a_frozen_server_is_waited_for_no_longer_than_told(private: Valkey) -> None:
    live = connect(private.url, timeout_s=0.2)
    assert live.problem() is None
    os.kill(private.pid, signal.SIGSTOP)
    start = time.monotonic()
    try:
        with pytest.raises(StoreUnavailable):
            live.games.expire(1)
    finally:
        os.kill(private.pid, signal.SIGCONT)
    assert time.monotonic() - start < 2
    live.close()


@pytest.mark.parametrize(
    "settings",
    [
        {"maxmemory": "1"},
        {"min-replicas-to-write": "1"},
        {"replicaof": None},
    ],
    ids=["full", "without its replicas", "a replica"],
)
def test_a_server_that_refuses_writes_is_unavailable_and_recovers(
    private: Valkey, settings: dict[str, str | None]
) -> None:
    world = ValkeyWorld(private.url)
    token = world.sign_in()
    game = world.games.open(world.caller(token), a_draft(token.player_id), None).after
    for name, value in settings.items():
        world.redis.config_set(name, value) if value else world.redis.replicaof("127.0.0.1", "1")
    with pytest.raises(StoreUnavailable):
        world.games.advance(world.caller(token), game.id, 1)
    for name, value in settings.items():
        world.redis.config_set(name, "0") if value else world.redis.replicaof("no", "one")
    assert world.games.load(world.caller(token), game.id) == game
    world.close()


def test_a_server_that_may_evict_games_is_not_fit_for_service(private: Valkey) -> None:
    world = ValkeyWorld(private.url)
    assert world.live.problem() is None
    world.redis.config_set("maxmemory-policy", "allkeys-lru")
    problem = world.live.problem()
    assert problem is not None
    assert "noeviction" in problem
    world.close()


def test_full_memory_makes_a_server_unfit_and_the_outbox_drains_all_the_same(private: Valkey) -> None:
    world = ValkeyWorld(private.url)
    games = []
    for number in range(3):
        caller = world.caller()
        opened = world.games.open(caller, a_draft(caller.token.player_id, number), None).after
        games.append(world.games.advance(caller, opened.id, 104).after)
    poisoned = Keys.of(games[0].id)
    world.redis.xadd(poisoned.outbox, {"junk": "junk"})
    [first, *_] = world.live.outbox().read(10)
    world.redis.config_set("maxmemory", world.redis.info("memory")["used_memory"] - 10_000)
    problem = world.live.problem()
    assert problem is not None
    assert "memory" in problem
    with pytest.raises(StoreUnavailable):
        world.sign_in()
    results = FakeResults()
    assert record_results(world.outbox, results, 10) == 4
    assert results.recorded.keys() == {game.id for game in games}
    assert world.redis.xlen(poisoned.dead) == 1
    assert world.live.outbox().depth() == 0
    assert world.games.peek(first.record.id if first.record else games[0].id).recorded
    world.close()


def test_a_connection_that_the_server_closed_meanwhile_is_replaced_unnoticed(private: Valkey) -> None:
    world = ValkeyWorld(private.url)
    token = world.sign_in()
    for _ in range(3):
        world.sessions.check(world.caller(token), "read")
        assert world.redis.client_kill_filter(_type="normal", skipme=True) > 0
    world.sessions.check(world.caller(token), "read")
    world.close()


def test_a_server_that_has_forgotten_the_scripts_is_taught_them_again(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
    valkey.redis.script_flush()
    assert valkey.games.advance(valkey.caller(token), game.id, 1).after.game.flips == 2
    valkey.games.advance(valkey.caller(token), game.id, 104)
    valkey.redis.script_flush()
    assert len(valkey.outbox.read(10)) == 1


def test_a_step_whose_reply_is_lost_was_made_once_and_is_recognised(valkey: ValkeyWorld, valkey_url: str) -> None:
    token = valkey.sign_in()
    game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
    with LossyProxy(valkey_url) as proxy:
        live = connect(proxy.url)
        for number in range(5):
            before = live.games.load(valkey.caller(token), game.id)
            once = a_once(f"{number}")
            proxy.losing = True
            with pytest.raises(StoreUnavailable):
                live.games.advance(valkey.caller(token, once=once), game.id, 1)
            proxy.losing = False
            repeat = valkey.caller(token, once=once)
            change = live.games.advance(repeat, game.id, 1)
            assert change.before == before
            assert change.after == valkey.games.load(valkey.caller(token), game.id)
            assert change.after.version == before.version + 1
        assert proxy.lost == 5
        live.close()


def test_a_deal_whose_reply_is_lost_is_made_once(valkey: ValkeyWorld, valkey_url: str) -> None:
    token = valkey.sign_in()
    with LossyProxy(valkey_url) as proxy:
        live = connect(proxy.url)
        live.games.open(valkey.caller(token), a_draft(token.player_id), None)
        proxy.losing = True
        with pytest.raises(StoreUnavailable):
            live.games.open(valkey.caller(token), a_draft(token.player_id), None)
        assert proxy.lost == 1
        live.close()
    assert len(valkey.games.page(valkey.caller(token), None, 10).items) == 2


def test_results_whose_confirmation_is_lost_are_delivered_no_more(valkey: ValkeyWorld, valkey_url: str) -> None:
    token = valkey.sign_in()
    with LossyProxy(valkey_url) as proxy:
        live = connect(proxy.url)
        outbox = live.outbox(claim_after_ms=0)
        for losing in (False, True):
            game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
            valkey.games.advance(valkey.caller(token), game.id, 104)
            deliveries = outbox.read(10)
            assert len(deliveries) == 1
            proxy.losing = losing
            with pytest.raises(StoreUnavailable) if losing else nullcontext():
                outbox.confirm(deliveries)
            assert valkey.games.peek(game.id).recorded
        proxy.losing = False
        assert not outbox.read(10)
        live.close()


def test_whoever_comes_while_all_connections_are_in_use_waits_for_one(private: Valkey) -> None:
    store = Store.connect(private.url, max_connections=2)
    answers: list[object] = []
    callers = [
        Thread(target=lambda: answers.append(store.command("BLPOP", "nothing comes here", "0.1"))) for _ in range(8)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert answers == [None] * 8
    store.close()


def test_nobody_waits_for_a_connection_longer_than_for_an_answer(private: Valkey) -> None:
    store = Store.connect(private.url, timeout_s=0.2, max_connections=1)
    taken = store._pool.get_connection()
    with pytest.raises(StoreUnavailable):
        store.command("PING")
    store._pool.release(taken)
    assert store.command("PING")
    store.close()
