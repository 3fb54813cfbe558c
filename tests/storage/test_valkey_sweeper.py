"""The sweeper on a real server, of which a part is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.identity import PARTITIONS
from service.play.record import LIFETIME_MS
from service.storage.valkey.keys import Keys
from tests.builders import a_draft

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld


def deal(world: ValkeyWorld) -> GameRecord:
    caller = world.caller()
    return world.games.open(caller, a_draft(caller.token.player_id), None).after


def test_deadlines_that_cannot_be_read_are_told_of_and_hold_up_no_others(valkey: ValkeyWorld) -> None:
    games = [deal(valkey) for _ in range(5)]
    bad = Keys(next(tag for tag in PARTITIONS if tag not in {game.id[-2:] for game in games}))
    valkey.pass_time(LIFETIME_MS)
    valkey.redis.set(bad.deadlines, "junk")
    assert valkey.games.expire(10) == 5
    assert list(valkey.faults["deadlines"]) == [bad.partition]
    assert valkey.faults["endings"] == {}


def test_a_game_that_cannot_be_ended_is_told_of_and_holds_up_no_other(valkey: ValkeyWorld) -> None:
    stuck, other = deal(valkey), deal(valkey)
    while other.id[-2:] == stuck.id[-2:]:
        other = deal(valkey)
    valkey.pass_time(LIFETIME_MS)
    outbox = Keys.of(stuck.id).outbox
    valkey.redis.set(outbox, "junk")
    assert valkey.games.expire(10) >= 1
    assert stuck.id in valkey.faults["endings"]
    valkey.redis.delete(outbox)
    assert valkey.games.expire(10) >= 1
    delivered = {delivery.record.id for delivery in valkey.outbox.read(10) if delivery.record}
    assert {stuck.id, other.id} <= delivered
