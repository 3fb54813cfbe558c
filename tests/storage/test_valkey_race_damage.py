"""Whatever byte of a stored race is not as it was written: the race is set aside, and no request fails otherwise."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from service.play.errors import GameNotFound, SaveDiscarded
from service.play.lobby import readied
from service.play.race_errors import RaceDiscarded
from service.play.race_results import nameless

if TYPE_CHECKING:
    from collections.abc import Callable


from tests.casualty import Casualty


def load(casualty: Casualty) -> None:
    casualty.world.races.load(casualty.id)


def change(casualty: Casualty) -> None:
    casualty.world.races.change(None, casualty.id, lambda race, now: readied(race, "", now))


def events(casualty: Casualty) -> None:
    casualty.world.races.events(casualty.id, 0, 10)


def move(casualty: Casualty) -> None:
    casualty.party.move(3)


def give_up(casualty: Casualty) -> None:
    casualty.world.games.abandon(casualty.party.caller(1), casualty.party.game_id(1))


def sweep(casualty: Casualty) -> None:
    casualty.world.races.sweep(10)
    raise RaceDiscarded(casualty.id)


LOOKS = [load, change, sweep]


def flipped(value: bytes) -> list[bytes]:
    """The value with one byte changed: at the beginning, in the middle, at the end; and cut, and longer."""
    places = {0, len(value) // 2, len(value) - 1}
    changed = [value[:at] + bytes((value[at] ^ 1,)) + value[at + 1 :] for at in sorted(places)]
    return [*changed, value[:-1], value + b"0", b"", b"\xff"]


@pytest.mark.parametrize("name", [b"t", b"s", b"e", b"h", b"1", b"2", b"3"])
def test_a_field_with_a_changed_byte_sets_the_race_aside(casualty: Casualty, name: bytes) -> None:
    for number, value in enumerate(flipped(casualty.fields[name])):
        broken = casualty.fields | {name: value}
        casualty.become(broken)
        with pytest.raises(RaceDiscarded):
            LOOKS[number % len(LOOKS)](casualty)
        casualty.assert_set_aside(broken)
        with pytest.raises(RaceDiscarded):
            load(casualty)
        assert not casualty.world.discarded


@pytest.mark.parametrize("look", [move, give_up, events])
@pytest.mark.parametrize("name", [b"e", b"h", b"3", b"1"])
def test_who_needs_only_some_fields_finds_damage_in_those(
    casualty: Casualty, name: bytes, look: Callable[[Casualty], None]
) -> None:
    read = {"move": b"eh3", "give_up": b"eh1", "events": b"eh"}[look.__name__]
    for value in flipped(casualty.fields[name])[::3]:
        casualty.become(broken := casualty.fields | {name: value})
        if name in read:
            with pytest.raises(RaceDiscarded):
                look(casualty)
        else:
            with suppress(RaceDiscarded):
                look(casualty)
            with pytest.raises(RaceDiscarded):
                load(casualty)
            broken = casualty.world.redis.hgetall(casualty.world.key("quarantine", casualty.id))
        casualty.assert_set_aside(broken)
        casualty = Casualty(casualty.world)


@pytest.mark.parametrize("name", [b"t", b"s", b"e", b"h", b"2"])
def test_a_field_that_is_missing_sets_the_race_aside(casualty: Casualty, name: bytes) -> None:
    fields = {other: value for other, value in casualty.fields.items() if other != name}
    casualty.become(fields)
    with pytest.raises(RaceDiscarded):
        load(casualty)
    casualty.assert_set_aside(fields)


def test_a_race_of_another_type_is_set_aside(casualty: Casualty) -> None:
    casualty.world.redis.delete(casualty.key)
    casualty.world.redis.rpush(casualty.key, "junk")
    with pytest.raises(RaceDiscarded):
        load(casualty)
    assert casualty.world.redis.hkeys(casualty.key) == [b"discarded"]


def test_the_games_of_a_race_that_was_set_aside_are_not_played_on(casualty: Casualty) -> None:
    casualty.become(casualty.fields | {b"h": b"junk"})
    with pytest.raises(RaceDiscarded):
        move(casualty)
    with pytest.raises(RaceDiscarded):
        move(casualty)
    assert casualty.party.game(3).racing is False


def test_a_broken_game_is_set_aside_for_its_racer_alone(casualty: Casualty) -> None:
    world, party = casualty.world, casualty.party
    world.redis.hset(world.key("game", party.game_id(1)), "d", "broken")
    for caller in (party.caller(2), world.caller()):
        with pytest.raises(GameNotFound):
            world.games.load(caller, party.game_id(1))
        with pytest.raises(GameNotFound):
            world.games.place(caller, party.game_id(1), 1)
    for _ in range(2):
        with pytest.raises(SaveDiscarded):
            world.games.load(party.caller(1), party.game_id(1))
        with pytest.raises(SaveDiscarded):
            world.games.place(party.caller(1), party.game_id(1), 1)
    assert [game_id for game_id, _ in world.discarded] == [party.game_id(1)]
    party.move(2)


def test_a_race_ends_without_a_broken_game_and_with_all_others(casualty: Casualty) -> None:
    world, party = casualty.world, casualty.party
    world.redis.hset(world.key("game", party.game_id(1)), "d", "broken")
    world.pass_time(300_000)
    assert party.race.status == "finished"
    deliveries = world.outbox.read(10)
    assert {delivery.record.id for delivery in deliveries if delivery.record} == {party.game_id(2), party.game_id(3)}
    assert [delivery.race for delivery in deliveries if delivery.race] == [nameless(party.race)]
