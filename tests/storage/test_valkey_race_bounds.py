"""Bounds of races where many ask at once, and what is kept of those that came to nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from service.play import races
from service.play.identity import new_race_id
from service.play.lobby import Newcomer, left, opened
from service.play.race import MOST_RACES
from service.play.race_errors import RaceNotFound, TooManyRaces
from service.play.race_terms import terms_of
from service.play.races import Hall
from service.storage.valkey.keys import Keys
from service.storage.valkey.lifetimes import HOUR_MS
from tests.builders import a_once
from tests.crowd import at_once
from tests.fakes import FakePlayers
from tests.party import Party

if TYPE_CHECKING:
    from service.play.identity import Token
    from tests.worlds import ValkeyWorld

TERMS = terms_of({"capacity": 4})


def make(world: ValkeyWorld, token: Token) -> None:
    race_id, host = new_race_id(token.player_id), Newcomer(token.player_id, "Ada")
    world.races.create(None, race_id, lambda now: opened(race_id, TERMS, bytes(32), None, host, now))


@pytest.mark.at_once
def test_many_requests_at_once_do_not_get_a_player_past_the_bound(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()

    def made(_: int) -> bool:
        try:
            make(valkey, token)
        except TooManyRaces:
            return False
        return True

    assert sum(at_once(made, 40)) == MOST_RACES
    assert len(valkey.races.seated(token.player_id)) == MOST_RACES


def test_a_seat_that_was_noted_but_never_taken_does_not_count_for_long(valkey: ValkeyWorld) -> None:
    token, party = valkey.sign_in(), Party(valkey, 1)
    key = Keys.of(token.player_id).seated(token.player_id)
    noted = [bytes([at]) * 16 for at in range(MOST_RACES - 1)]
    valkey.redis.zadd(key, dict.fromkeys([*noted, bytes.fromhex(party.id.replace("-", ""))], valkey.now()))
    with pytest.raises(TooManyRaces):
        make(valkey, token)
    valkey.pass_time(10_001)
    make(valkey, token)
    assert valkey.redis.zcard(key) == 1


def test_a_seat_that_is_noted_by_a_first_try_is_not_in_the_way_of_the_second(valkey: ValkeyWorld) -> None:
    token, party = valkey.sign_in(), Party(valkey, 1, capacity=3)
    for _ in range(MOST_RACES - 1):
        make(valkey, token)
    key = Keys.of(token.player_id).seated(token.player_id)
    valkey.redis.zadd(key, {bytes.fromhex(party.id.replace("-", "")): valkey.now()})
    assert party.join(token).race.seats_player(token.player_id)


def test_junk_among_a_players_seats_is_struck_off(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    key = Keys.of(token.player_id).seated(token.player_id)
    valkey.redis.zadd(key, {f"junk {at}": valkey.now() for at in range(MOST_RACES)})
    make(valkey, token)
    assert len(valkey.races.seated(token.player_id)) == 1


def test_an_erased_player_leaves_no_list_of_seats(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    make(valkey, token)
    valkey.races.forget(token.player_id)
    assert not [key for key in valkey.redis.scan_iter(f"*{token.player_id}") if b"races" in key or b"seated" in key]


@pytest.mark.parametrize("junk", [b"", b"junk", b"\xff" * 36, b"01a22e9a-2f55-7094-9139-7d048a4d0000"])
def test_a_meeting_of_junk_is_none(valkey: ValkeyWorld, junk: bytes) -> None:
    party = Party(valkey, 1, capacity=4)
    valkey.races.meet(TERMS, party.id, None)
    [key] = valkey.redis.scan_iter("meet:*")
    valkey.redis.set(key, junk)
    other = new_race_id(party.tokens[0].player_id)
    assert valkey.races.meet(TERMS, other, None) == other
    assert valkey.races.meet(TERMS, party.id, None) == other


@pytest.mark.parametrize("capacity", [4, 8])
@pytest.mark.at_once
def test_those_who_look_for_a_race_at_one_instant_fill_as_few_as_there_can_be(
    valkey: ValkeyWorld, capacity: int
) -> None:
    players = FakePlayers()
    hall = Hall(valkey.races, valkey.sessions, players)
    for _ in range(5):
        callers = [valkey.caller() for _ in range(8)]
        for caller in callers:
            players.add(caller.token.player_id, "Ada", b"")
        seen = at_once(
            lambda at, callers=callers: races.quick(hall, callers[at], {"capacity": capacity}),  # type: ignore[misc]  # a lambda's default has no type
            8,
        )
        seats = Counter(one.race.id for one in seen)
        assert list(seats.values()) == [capacity] * (8 // capacity)
        for race_id in seats:
            assert valkey.races.load(race_id).race.status == "countdown"


@pytest.mark.at_once
def test_many_quick_requests_under_one_key_take_one_seat(valkey: ValkeyWorld) -> None:
    players = FakePlayers()
    hall = Hall(valkey.races, valkey.sessions, players)
    for _ in range(10):
        token = valkey.sign_in()
        players.add(token.player_id, "Ada", b"")
        Party(valkey, 1, capacity=4)
        seen = at_once(
            lambda _, token=token: races.quick(hall, valkey.caller(token, once=a_once()), {}),  # type: ignore[misc]  # a lambda's default has no type
            8,
        )
        assert len({one.race.id for one in seen}) == 1
        assert len(valkey.races.seated(token.player_id)) == 1


def test_a_cancelled_race_is_kept_for_an_hour_with_its_events(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 1)
    player_id = party.tokens[0].player_id
    valkey.races.change(None, party.id, lambda race, now: left(race, player_id, now))
    assert party.race.status == "cancelled"
    own = Keys.of(party.id)
    for key in (own.race(party.id), own.race_events(party.id)):
        assert abs(valkey.redis.pttl(key) - HOUR_MS) < 60_000
    valkey.pass_time(HOUR_MS + 1_000)
    with pytest.raises(RaceNotFound):
        valkey.races.load(party.id)


def test_a_log_that_has_been_trimmed_begins_with_what_is_kept(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 3)
    events = party.events
    valkey.redis.xtrim(valkey.key("race-events", party.id), minid="2-0", approximate=False)
    assert list(valkey.races.events(party.id, None, 10).items) == events[1:]
    assert valkey.races.events(party.id, 0, 10).trimmed
