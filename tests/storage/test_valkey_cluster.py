"""Everything that one script touches lies in one slot, so that the same code runs on a cluster."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from service.embedded import Valkey
from service.game.rules import VARIANTS
from service.play.commitments import commit
from service.play.errors import SaveDiscarded
from service.play.race_errors import RaceDiscarded
from service.play.race_results import nameless
from service.play.record import LIFETIME_MS, DealKind
from service.play.recording import record_results
from service.play.sessions import ALL_SCOPES, new_link
from service.play.tickets import new_ticket, redeem
from tests.builders import a_draft, a_once
from tests.fakes import FakeResults
from tests.party import Party
from tests.turns import ended, undo
from tests.worlds import GENEROUS, ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def cluster(server_folder: Path) -> Iterator[ValkeyWorld]:
    """A cluster of one server that holds all slots, and is as strict about them as one of many."""
    with Valkey(server_folder, settings={"cluster-enabled": "yes"}) as server:
        world = ValkeyWorld(server.url)
        world.redis.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        deadline = time.monotonic() + 10
        while world.redis.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            assert time.monotonic() < deadline, "the cluster does not come up"
        yield world
        world.close()


def test_every_request_works_on_a_cluster(cluster: ValkeyWorld) -> None:
    token = cluster.sign_in()
    cluster.sessions.open_link(new_link(cluster.sessions, cluster.caller(token)).code, ALL_SCOPES)
    cluster.limits.charge(GENEROUS, "here")
    promise = commit(cluster.commitments, cluster.caller(token, once=a_once("commit")))
    first, second, third = (
        cluster.games.open(
            cluster.caller(token, once=a_once(f"{n}")), a_draft(token.player_id, n), commitment_id
        ).after
        for n, commitment_id in ((1, promise.id), (2, None), (3, None))
    )
    cluster.games.advance(cluster.caller(token, once=a_once("step")), first.id, 104)
    assert cluster.games.open(cluster.caller(token, once=a_once("1")), a_draft(), None).after == first
    cluster.games.abandon(cluster.caller(token), second.id)
    undo(cluster, cluster.caller(token), ended(cluster, token).id)
    daily = a_draft(token.player_id, kind=DealKind.DAILY, rules=VARIANTS["watch"])
    cluster.games.open(cluster.caller(token), daily, None)
    assert cluster.games.autoplay(cluster.caller(token), daily.id, "end").after.game.decisions
    assert len(cluster.games.page(cluster.caller(token), None, 2).items) == 2

    cluster.pass_time(LIFETIME_MS)
    assert cluster.games.expire(10) == 2
    results = FakeResults()
    assert record_results(cluster.outbox, results, 10) == 4
    assert results.recorded.keys() == {first.id, second.id, third.id, daily.id}
    cluster.redis.hset(cluster.key("game", third.id), "d", "broken")
    with pytest.raises(SaveDiscarded):
        cluster.games.load(cluster.caller(token), third.id)

    cluster.outbox.release([])
    cluster.sessions.close(cluster.caller(token))
    cluster.sessions.erase(token.player_id)
    assert not list(cluster.redis.scan_iter("*:game:*"))


def test_a_race_runs_on_a_cluster(cluster: ValkeyWorld) -> None:
    party = Party(cluster, 3, time_limit_s=10, start="full", capacity=4)
    guest = cluster.sign_in()
    caller = cluster.caller(guest, once=a_once())
    cluster.races.aim(caller, party.id, None)
    assert cluster.races.aimed(caller) == party.id
    assert [seen.race.id for seen in cluster.races.lobby(None, 5).items] == [party.id]
    party.join(guest)
    cluster.live.wakeups.watch(party.id)
    cluster.live.wakeups.wait(0.3)
    cluster.pass_time(5_000)
    assert cluster.races.sweep(10) == 1
    assert cluster.live.wakeups.wait(5) == {party.id}
    party.move(1, caller=cluster.caller(party.tokens[0], once=a_once("move")))
    party.move(2, right=False)
    cluster.games.abandon(party.caller(3), party.game_id(3))
    cluster.races.forget(guest.player_id)
    assert redeem(cluster.tickets, new_ticket(cluster.tickets, party.caller(1)).text) == party.tokens[0].login
    cluster.pass_time(10_000)
    results = FakeResults()
    assert cluster.races.sweep(10) == 1
    assert party.kinds[-1] == "over"
    assert record_results(cluster.outbox, results, 10) == 5
    assert results.run == {party.id: nameless(party.race)}
    cluster.redis.hset(cluster.key("race", party.id), "s", "broken")
    with pytest.raises(RaceDiscarded):
        cluster.races.load(party.id)


def test_what_lies_in_two_slots_is_refused_here(cluster: ValkeyWorld) -> None:
    with pytest.raises(Exception, match="same slot"):
        cluster.redis.execute_command("DEL", "{00}:a", "{01}:b")
