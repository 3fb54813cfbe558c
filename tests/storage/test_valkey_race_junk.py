"""Events, entries and records of races that nobody wrote here: no request fails by them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from service.play.errors import IdempotencyKeyReused
from service.play.identity import new_race_id
from service.play.lobby import Newcomer, joined
from service.play.race import LOBBY_MS
from service.play.race_errors import RaceDiscarded
from service.storage.valkey.keys import Keys, member
from tests.builders import a_once
from tests.party import Party

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.casualty import Casualty
    from tests.worlds import ValkeyWorld


def move(casualty: Casualty) -> None:
    casualty.party.move(3)


STREAMS: list[Callable[[Any, str], object]] = [
    lambda redis, key: redis.xadd(key, {"kind": "over", "at": "1", "facts": "{}"}, id="10000-0"),
    lambda redis, key: (redis.delete(key), redis.set(key, "junk")),
]


@pytest.mark.parametrize("spoil", STREAMS)
def test_a_race_whose_events_cannot_go_on_is_set_aside_unchanged(
    casualty: Casualty, spoil: Callable[[Any, str], object]
) -> None:
    spoil(casualty.world.redis, Keys.of(casualty.id).race_events(casualty.id))
    before = casualty.party.game(3)
    with pytest.raises(RaceDiscarded):
        move(casualty)
    casualty.assert_set_aside(casualty.fields)
    assert casualty.party.game(3) == replace(before, racing=False)


def test_events_that_are_gone_are_trimmed_and_the_race_goes_on(casualty: Casualty) -> None:
    key = Keys.of(casualty.id).race_events(casualty.id)
    casualty.world.redis.xtrim(key, maxlen=1, approximate=False)
    last = casualty.party.race.seq
    assert casualty.world.races.events(casualty.id, 0, 10).trimmed
    assert [event.seq for event in casualty.world.races.events(casualty.id, last - 1, 10).items] == [last]
    casualty.world.redis.delete(key)
    casualty.party.move(3)
    assert casualty.world.races.events(casualty.id, last - 1, 10).trimmed
    assert [event.seq for event in casualty.world.races.events(casualty.id, last, 10).items] == [last + 1]


@pytest.mark.parametrize(
    "entry", [{"kind": "junk", "at": "AT", "facts": "{}"}, {"kind": "over", "at": "0", "facts": "{}"}, {"x": "y"}]
)
def test_an_event_of_junk_sets_the_race_aside(casualty: Casualty, entry: dict[str, str]) -> None:
    key = Keys.of(casualty.id).race_events(casualty.id)
    last = casualty.party.race.seq
    casualty.world.redis.xdel(key, f"{last}-0")
    casualty.world.redis.delete(key)
    casualty.world.redis.xadd(
        key, {name: value.replace("AT", "1796000000000") for name, value in entry.items()}, id=f"{last}-0"
    )
    with pytest.raises(RaceDiscarded):
        casualty.world.races.events(casualty.id, last - 1, 10)
    casualty.assert_set_aside(casualty.fields)


@pytest.mark.parametrize(
    "junk", [b"", b"junk", b"[1]", b"[1,2,{}]", b'["x",1,{}]', b"[1,2,3]", b'["x",1,{"t":3}]', b"\xff", b"null"]
)
def test_an_idempotency_record_of_junk_is_no_answer(valkey: ValkeyWorld, junk: bytes) -> None:
    party, guest = Party(valkey, 1), valkey.sign_in()
    who = Newcomer(guest.player_id, "guest")
    for _ in range(2):
        caller = valkey.caller(guest, once=a_once())
        with suppress(IdempotencyKeyReused):
            valkey.races.change(caller, party.id, lambda race, now: joined(race, who, None, now))
            [key] = valkey.redis.scan_iter("*:once:*")
            valkey.redis.set(key, valkey.redis.get(key).partition(b" ")[0] + b" " + junk)
            continue
        return
    raise AssertionError("junk was answered")


def test_an_entry_of_a_race_that_was_changed_is_refused_with_the_reason(casualty: Casualty) -> None:
    world, party = casualty.world, casualty.party
    world.pass_time(300_000)
    assert party.race.status == "finished"
    outbox = Keys.of(party.id).outbox
    entry_id, fields = world.redis.xrevrange(outbox, count=1)[0]
    world.redis.xdel(outbox, entry_id)
    world.redis.xadd(outbox, fields | {b"1": b"junk"})
    world.redis.xadd(outbox, {"race": new_race_id(party.id), "t": "junk"})
    faults = [delivery.fault for delivery in world.outbox.read(10) if delivery.ended is None]
    assert faults == ["the sum does not fit the line", "the seal does not fit the facts"]


def test_what_a_crash_has_left_in_the_lobby_goes_though_nobody_looks_as_far_down(valkey: ValkeyWorld) -> None:
    valkey.redis.zadd("lobby", {bytes([at]) * 16: valkey.now() for at in range(50)})
    Party(valkey, 2)
    assert valkey.redis.zcard("lobby") == 51
    valkey.pass_time(LOBBY_MS)
    middle = Party(valkey, 2)
    assert valkey.redis.zcard("lobby") == 52
    valkey.pass_time(61_000)
    last = Party(valkey, 2)
    assert valkey.redis.zrange("lobby", 0, -1) == [member(middle.id), member(last.id)]


def test_an_open_race_in_the_lobby_that_is_broken_or_gone_is_struck_off(valkey: ValkeyWorld) -> None:
    sound, broken, gone, closed = (Party(valkey, 2) for _ in range(4))
    valkey.redis.hset(valkey.key("race", broken.id), "s", "junk")
    valkey.redis.delete(valkey.key("race", gone.id))
    closed.announced()
    valkey.redis.zadd("lobby", {member(closed.id): valkey.now(), b"junk": valkey.now()})
    assert [seen.race.id for seen in valkey.races.lobby(None, 10).items] == [sound.id]
    assert [race_id for race_id, _ in valkey.discarded] == [broken.id]
    valkey.pass_time(61_000)
    assert [seen.race.id for seen in valkey.races.lobby(None, 10).items] == [sound.id]
    assert valkey.redis.zrange("lobby", 0, -1) == [member(sound.id)]
