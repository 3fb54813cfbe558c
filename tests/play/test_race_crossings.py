"""What crosses a request for a seat on its way: other seekers, requests under the same key, and an erasure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.play import players, races
from service.play.caller import Caller
from service.play.errors import Unauthenticated
from service.play.race_terms import RaceTerms
from tests.builders import a_once
from tests.fakes import FakeRaces
from tests.play.racers import Party

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.race_ports import Seen
    from tests.play.world import World

HOUR_MS = 3_600_000


def before_the_first(monkeypatch: pytest.MonkeyPatch, name: str, happens: Callable[[], object]) -> None:
    """Let something happen just before the next call of this method of the races."""
    method = getattr(FakeRaces, name)

    def crossed(self: FakeRaces, *asked: object) -> object:
        monkeypatch.setattr(FakeRaces, name, method)
        happens()
        return method(self, *asked)

    monkeypatch.setattr(FakeRaces, name, crossed)


def over(party: Party) -> Party:
    party.started()
    party.world.memory.now += 1000 * party.race.terms.time_limit_s
    return party


def seeds(seen: Seen) -> list[str]:
    return [seat.client_seed for seat in seen.race.seats]


def test_a_quick_seat_takes_no_seed_that_came_before_the_race_was_made(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = world.racer(), world.racer()
    before_the_first(monkeypatch, "meet", lambda: races.quick(world.hall, first, {}))
    seen = races.quick(world.hall, second, {}, "known before")
    assert (seeds(seen), seen.made) == (["", ""], False)


def test_a_rematch_takes_no_seed_that_came_before_it_was_made(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    party = over(Party(world, 2))
    before_the_first(monkeypatch, "create", lambda: races.rematch(world.hall, party.host, party.id))
    seen = races.rematch(world.hall, party.callers[1], party.id, "known before")
    assert (seeds(seen), seen.made) == (["", ""], False)


def test_two_quick_requests_under_one_key_take_one_seat(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = world.racer()
    told: list[Seen] = []

    def other() -> None:
        Party(world, 1, capacity=4, start="full")
        told.append(races.quick(world.hall, Caller(caller.token, a_once("quick")), {}))

    before_the_first(monkeypatch, "aim", other)
    told.append(races.quick(world.hall, Caller(caller.token, a_once("quick")), {}))
    assert told[0] == told[1]
    assert len(world.races.seated(caller.token.player_id)) == 1


def take_a_seat(world: World, caller: Caller, party: Party, way: str | int) -> Seen:
    """By one of four ways; a number is a wish for a quick seat."""
    match way:
        case "create":
            return races.create(world.hall, caller, RaceTerms(2))
        case "join":
            return races.join(world.hall, caller, party.id)
    return races.quick(world.hall, caller, {"capacity": way})


@pytest.mark.parametrize(("way", "method"), [("create", "create"), ("join", "change"), (5, "create"), (4, "change")])
def test_a_seat_that_was_taken_during_an_erasure_is_given_back(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str | int, method: str
) -> None:
    party, caller = Party(world, 2, capacity=4), world.racer()
    before_the_first(monkeypatch, method, lambda: players.erase(world.players, world.sessions, world.races, caller))
    with pytest.raises(Unauthenticated):
        take_a_seat(world, caller, party, way)
    assert not [race for race in world.memory.races.values() if race.seats_player(caller.token.player_id)]


def test_a_rematch_that_has_been_forgotten_is_made_anew_under_another_id(world: World) -> None:
    party = over(Party(world, 2))
    first = races.rematch(world.hall, party.host, party.id).race.id
    del world.memory.races[first]
    old = f"{int(first[:8], 16) - (2 * HOUR_MS >> 16):08x}{first[8:]}"
    world.memory.races[party.id] = replace(party.race, rematch_id=old)
    again = races.rematch(world.hall, party.host, party.id)
    assert again.race.id not in (first, old)
    assert (again.made, party.race.rematch_id) == (True, again.race.id)
