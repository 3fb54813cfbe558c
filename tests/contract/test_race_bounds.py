"""How much of a store one player can fill with races, and how those who look for a race find each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.identity import new_id, new_race_id
from service.play.lobby import MOST_LEAVINGS, Newcomer, left, opened
from service.play.race import LOBBY_MS, MOST_RACES
from service.play.race_errors import LeftForGood, TooManyRaces
from service.play.race_events import MOST_MISTAKES
from service.play.race_terms import terms_of
from tests.party import Party

if TYPE_CHECKING:
    from service.play.identity import Token
    from tests.worlds import World

TERMS, OTHER_TERMS = terms_of({"capacity": 4}), terms_of({"capacity": 5})


def make(world: World, token: Token) -> str:
    race_id, host = new_race_id(token.player_id), Newcomer(token.player_id, "Ada")
    world.races.create(None, race_id, lambda now: opened(race_id, TERMS, bytes(32), None, host, now))
    return race_id


def leave(world: World, token: Token, race_id: str) -> None:
    world.races.change(None, race_id, lambda race, now: left(race, token.player_id, now))


def held(world: World, token: Token) -> list[str]:
    return [seen.race.id for seen in world.races.seated(token.player_id)]


def test_a_player_sits_in_so_many_races_that_are_not_over_and_no_more(world: World) -> None:
    token, party = world.sign_in(), Party(world, 2, capacity=3)
    made = []
    for _ in range(MOST_RACES):
        made.append(make(world, token))
        world.pass_time(1)
    assert held(world, token) == made
    for _ in range(3):
        with pytest.raises(TooManyRaces) as refused:
            make(world, token)
        with pytest.raises(TooManyRaces):
            party.join(token)
    assert refused.value.limit == MOST_RACES
    assert len(party.race.seats) == 2
    assert held(world, token) == made


def test_a_seat_that_a_player_has_stays_theirs_at_the_bound(world: World) -> None:
    party = Party(world, 2, capacity=3)
    for _ in range(MOST_RACES - 1):
        make(world, party.tokens[1])
    assert len(party.join(party.tokens[1]).race.seats) == 2


def test_a_race_that_is_left_or_over_makes_room_for_another(world: World) -> None:
    token, party = world.sign_in(), Party(world, 1, capacity=3)
    made = [make(world, token) for _ in range(MOST_RACES)]
    leave(world, token, made[3])
    party.join(token)
    with pytest.raises(TooManyRaces):
        make(world, token)
    leave(world, token, party.id)
    assert sorted(held(world, token)) == sorted({*made} - {made[3]})
    world.pass_time(LOBBY_MS)
    assert held(world, token) == []
    for _ in range(MOST_RACES):
        make(world, token)


def test_coming_and_going_all_the_time_costs_nobody_a_seat_elsewhere(world: World) -> None:
    token = world.sign_in()
    for _ in range(MOST_RACES + 1):
        party = Party(world, 1, capacity=3)
        party.join(token)
        leave(world, token, party.id)
        leave(world, token, make(world, token))
    assert held(world, token) == []


def test_whoever_has_left_a_lobby_again_and_again_does_not_come_back(world: World) -> None:
    party = Party(world, 2, capacity=3)
    for _ in range(MOST_LEAVINGS):
        leave(world, party.tokens[1], party.id)
        if party.kinds.count("left") < MOST_LEAVINGS:
            party.join(party.tokens[1])
    told = party.events
    with pytest.raises(LeftForGood):
        party.join(party.tokens[1])
    assert party.events == told
    party.join(world.sign_in())
    world.races.forget(party.tokens[1].player_id)
    assert party.race.gone == ()


def test_mistakes_beyond_a_number_are_counted_but_told_only_by_what_comes_next(world: World) -> None:
    party = Party(world, 2).started()
    for _ in range(MOST_MISTAKES + 3):
        party.move(2, right=False)
    party.move(1, right=False)
    counts = [event.facts["errors"] for event in party.events if event.kind == "mistake" and event.facts["seat"] == 2]
    assert counts == list(range(1, MOST_MISTAKES + 1))
    progress = party.race.seat(2).progress
    assert progress
    assert progress.errors == party.game(2).errors == MOST_MISTAKES + 3
    party.move(2)
    last = party.events[-1]
    assert (last.facts["seat"], last.facts["errors"]) == (2, MOST_MISTAKES + 3)
    assert [event.seq for event in party.events] == list(range(1, party.race.seq + 1))


def test_those_who_find_no_race_agree_on_the_first_that_was_proposed(world: World) -> None:
    first, second, third = (new_race_id(new_id()) for _ in range(3))
    assert world.races.meet(TERMS, first, None) == first
    assert world.races.meet(TERMS, second, None) == first
    assert world.races.meet(OTHER_TERMS, second, None) == second
    assert world.races.meet(TERMS, second, first) == second
    assert world.races.meet(TERMS, third, first) == second
    world.pass_time(LOBBY_MS)
    assert world.races.meet(TERMS, third, None) == third


def test_the_first_events_are_told_to_whoever_names_none(world: World) -> None:
    party = Party(world, 3)
    assert list(world.races.events(party.id, None, 2).items) == party.events[:2]
