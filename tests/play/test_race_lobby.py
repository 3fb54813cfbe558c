"""A race before it starts: seats, codes, readiness, and who may do what."""

from collections.abc import Callable

import pytest

from service.game.errors import InvalidSeed
from service.play import races
from service.play.caller import Caller
from service.play.errors import NotFound, PlayError
from service.play.identity import is_raced, partition_of, seat_of
from service.play.lobby import MOST_KICKED
from service.play.race import COUNTDOWN_MS, LOBBY_MS, Race
from service.play.race_errors import (
    HostStays,
    KickedOut,
    NotHost,
    NotReady,
    NotSeated,
    RaceFull,
    RaceNotFound,
    RaceOver,
    RaceStarted,
    SeatNotFound,
)
from service.play.race_ports import Seen
from service.play.race_terms import terms_of
from service.play.races import Hall
from tests.builders import OPENED_AT, a_once
from tests.play.racers import Party
from tests.play.world import World


def joins(party: Party, caller: Caller, code: str | None = None) -> Race:
    return races.join(party.world.hall, caller, party.id, code).race


def seats(race: Race) -> list[int]:
    return [seat.number for seat in race.seats]


def unchanged(party: Party) -> tuple[Race, list[str]]:
    return party.race, party.kinds


def test_a_race_lies_beside_its_creator_who_has_the_first_seat_and_is_its_host(world: World) -> None:
    caller = world.racer("Ada")
    race = races.create(world.hall, caller, terms_of({"capacity": 8}), "my seed").race
    assert is_raced(race.id)
    assert (seat_of(race.id), partition_of(race.id)) == (0, partition_of(caller.token.player_id))
    (seat,) = race.seats
    assert (seat.number, seat.player_id, seat.display_name, seat.client_seed) == (
        1,
        caller.token.player_id,
        "Ada",
        "my seed",
    )
    assert (race.host, race.status, race.created_at, race.join_code) == (1, "open", OPENED_AT, None)
    assert [event.kind for event in world.races.events(race.id, 0, 10).items] == ["joined"]


def test_no_two_races_share_a_secret_or_a_code(world: World) -> None:
    terms = terms_of({"capacity": 2, "visibility": "private"})
    made = [races.create(world.hall, world.racer(), terms).race for _ in range(20)]
    assert len({race.secret for race in made}) == 20
    assert len({race.join_code for race in made}) == 20
    assert all(repr(race.secret) not in repr(race) and str(race.join_code) not in repr(race) for race in made)


def test_newcomers_take_the_lowest_free_seat(world: World) -> None:
    party = Party(world, 3, capacity=4)
    races.leave(world.hall, party.callers[1], party.id)
    assert seats(joins(party, world.racer())) == [1, 2, 3]
    assert seats(joins(party, world.racer())) == [1, 2, 3, 4]


def test_a_player_who_joins_again_keeps_the_seat_and_the_seed(world: World) -> None:
    party = Party(world, 1, capacity=4)
    guest = world.racer()
    first = races.join(world.hall, guest, party.id, client_seed="first")
    again = races.join(world.hall, guest, party.id, client_seed="second")
    assert again.race == first.race
    assert again.race.seat_of(guest.token.player_id).client_seed == "first"
    assert party.kinds == ["joined", "joined"]


def test_a_player_who_joins_again_keeps_the_seat_in_a_full_race_that_runs_and_one_that_is_over(world: World) -> None:
    party = Party(world, 2).started()
    assert seats(joins(party, party.callers[1])) == [1, 2]
    world.memory.now += 300_000
    assert joins(party, party.callers[1]).status == "finished"


def test_a_full_race_takes_nobody_whether_it_has_started_or_not(world: World) -> None:
    party = Party(world, 2)
    before = unchanged(party)
    with pytest.raises(RaceFull) as refused:
        joins(party, world.racer())
    assert refused.value.capacity == 2
    assert unchanged(party) == before
    with pytest.raises(RaceFull):
        joins(party.started(), world.racer())


def test_a_race_that_has_started_or_is_over_takes_nobody(world: World) -> None:
    party = Party(world, 2, capacity=3).started()
    with pytest.raises(RaceStarted):
        joins(party, world.racer())
    world.memory.now += 300_000
    with pytest.raises(RaceOver):
        joins(party, world.racer())


@pytest.mark.parametrize("code", [None, "", "0123ABCE", "0123ABC", "é" * 8, "\ud800"])
def test_a_private_race_is_not_there_without_its_code(world: World, code: str | None) -> None:
    party = Party(world, 2, capacity=4, visibility="private")
    stranger = world.racer()
    for attempt in (races.join, races.view):
        with pytest.raises(RaceNotFound):
            attempt(world.hall, stranger, party.id, code)
    assert seats(party.race) == [1, 2]


@pytest.mark.parametrize("spelling", ["0123ABCD", "0123-abcd", " 01 23 AB CD "])
def test_a_code_opens_a_private_race_however_it_is_typed(world: World, spelling: str) -> None:
    party = Party(world, 2, capacity=4, visibility="private")
    guest = world.racer()
    assert races.view(world.hall, guest, party.id, spelling).race == party.race
    assert seats(joins(party, guest, spelling)) == [1, 2, 3]
    assert races.view(world.hall, guest, party.id).race == party.race


@pytest.mark.parametrize(
    "attempt",
    [
        races.leave,
        races.ready,
        races.start,
        races.forfeit,
        races.rematch,
        lambda hall, caller, race_id: races.kick(hall, caller, race_id, 1),
    ],
)
def test_a_stranger_is_not_in_a_public_race_and_does_not_see_a_private_one(
    world: World, attempt: Callable[[Hall, Caller, str], Seen]
) -> None:
    for visibility, error in (("public", NotSeated), ("private", RaceNotFound)):
        party = Party(world, 2, visibility=visibility)
        before = unchanged(party)
        with pytest.raises(error):
            attempt(world.hall, world.racer(), party.id)
        assert unchanged(party) == before


def test_a_seed_is_as_good_as_one_of_a_deal_or_nobody_sits_down(world: World) -> None:
    party = Party(world, 1, capacity=4)
    guest = world.racer()
    for spoilt in ("é" * 33, "\ud800"):
        with pytest.raises(InvalidSeed):
            races.join(world.hall, guest, party.id, client_seed=spoilt)
        with pytest.raises(InvalidSeed):
            races.create(world.hall, guest, terms_of({"capacity": 2}), spoilt)
    assert seats(party.race) == [1]
    races.join(world.hall, guest, party.id, client_seed="é" * 32)
    assert party.race.seats[1].client_seed == "é" * 32


def test_a_host_who_leaves_is_followed_by_the_lowest_seat(world: World) -> None:
    party = Party(world, 3)
    races.leave(world.hall, party.host, party.id)
    assert (party.race.host, seats(party.race)) == (2, [2, 3])
    assert party.events[-1].facts == {"seat": 1, "reason": "left", "host": 2}
    joins(party, party.host)
    assert (party.race.host, seats(party.race)) == (2, [1, 2, 3])


def test_the_last_to_leave_cancels_the_race(world: World) -> None:
    party = Party(world, 2)
    for caller in party.callers:
        races.leave(world.hall, caller, party.id)
    race = party.race
    assert (race.status, race.seats, race.host, race.ended_at, race.due) == ("cancelled", (), None, OPENED_AT, None)
    assert party.kinds == ["joined", "joined", "left", "left", "cancelled"]
    assert party.events[-1].facts == {"reason": "deserted"}


def test_nobody_leaves_or_gets_ready_once_the_countdown_has_begun(world: World) -> None:
    party = Party(world, 2).announced()
    for error in (RaceStarted, RaceStarted, RaceOver):
        before = unchanged(party)
        for attempt in (races.leave, races.ready, races.start):
            with pytest.raises(error):
                attempt(world.hall, party.host, party.id)
        with pytest.raises(error):
            races.kick(world.hall, party.host, party.id, 2)
        assert unchanged(party) == before
        world.memory.now += 299_999


def test_being_ready_twice_is_told_once(world: World) -> None:
    party = Party(world, 2)
    for _ in range(2):
        race = races.ready(world.hall, party.callers[1], party.id).race
    assert [seat.ready for seat in race.seats] == [False, True]
    assert party.kinds == ["joined", "joined", "ready"]


def test_a_kicked_player_is_told_of_and_cannot_come_back(world: World) -> None:
    party = Party(world, 3, visibility="private")
    race = races.kick(world.hall, party.host, party.id, 2).race
    assert seats(race) == [1, 3]
    assert party.events[-1].facts["reason"] == "kicked"
    with pytest.raises(KickedOut):
        joins(party, party.callers[1], party.code)
    with pytest.raises(RaceNotFound):
        joins(party, party.callers[1])
    with pytest.raises(RaceNotFound):
        races.leave(world.hall, party.callers[1], party.id)


def test_only_the_host_starts_and_kicks_and_never_themself(world: World) -> None:
    party = Party(world, 2)
    before = unchanged(party)
    guest = party.callers[1]
    with pytest.raises(NotHost) as refused:
        races.start(world.hall, guest, party.id)
    assert refused.value.host == 1
    with pytest.raises(NotHost):
        races.kick(world.hall, guest, party.id, 2)
    with pytest.raises(HostStays):
        races.kick(world.hall, party.host, party.id, 1)
    with pytest.raises(SeatNotFound):
        races.kick(world.hall, party.host, party.id, 3)
    assert unchanged(party) == before


def test_a_race_remembers_as_many_kicked_players_as_it_can(world: World) -> None:
    party = Party(world, 1, capacity=2)
    guests = [world.racer() for _ in range(MOST_KICKED + 1)]
    for guest in guests:
        joins(party, guest)
        races.kick(world.hall, party.host, party.id, 2)
    assert party.race.kicked == tuple(guest.token.player_id for guest in guests[1:])


def test_a_race_starts_with_two_or_more_when_all_but_the_host_are_ready(world: World) -> None:
    party = Party(world, 1, capacity=4)
    with pytest.raises(NotReady) as alone:
        races.start(world.hall, party.host, party.id)
    assert (alone.value.racers, alone.value.waiting) == (1, ())
    guest = world.racer()
    joins(party, guest)
    with pytest.raises(NotReady) as early:
        races.start(world.hall, party.host, party.id)
    assert (early.value.racers, early.value.waiting) == (2, (2,))
    races.ready(world.hall, guest, party.id)
    race = races.start(world.hall, party.host, party.id).race
    assert (race.status, race.starts_at, race.ends_at) == (
        "countdown",
        OPENED_AT + COUNTDOWN_MS,
        OPENED_AT + COUNTDOWN_MS + 300_000,
    )


def test_two_starts_deal_once(world: World) -> None:
    party = Party(world, 2).announced()
    dealt = dict(world.memory.raced)
    with pytest.raises(RaceStarted):
        races.start(world.hall, party.host, party.id)
    assert world.memory.raced == dealt
    assert len(dealt) == 2


def test_a_race_that_starts_when_full_counts_down_with_the_last_seat_and_asks_nobody(world: World) -> None:
    party = Party(world, 2, capacity=3, start="full")
    assert party.race.status == "open"
    race = joins(party, world.racer())
    assert (race.status, race.starts_at) == ("countdown", OPENED_AT + COUNTDOWN_MS)
    assert party.kinds == ["joined", "joined", "joined", "countdown"]


def test_a_full_race_that_its_host_starts_waits_for_its_host(world: World) -> None:
    assert Party(world, 2, capacity=2, start="host").race.status == "open"


def test_a_lobby_that_nobody_starts_is_cancelled_when_its_time_is_up(world: World) -> None:
    party = Party(world, 2)
    world.memory.now += LOBBY_MS - 1
    assert party.race.status == "open"
    world.memory.now += 1 + 90_000
    race = party.race
    assert (race.status, race.ended_at, seats(race)) == ("cancelled", OPENED_AT + LOBBY_MS, [1, 2])
    assert party.events[-1].facts == {"reason": "expired"}


@pytest.mark.parametrize("absent", [0, 1])
def test_a_lobby_starts_nobody_who_has_not_said_that_they_are_ready_the_host_included(
    world: World, absent: int
) -> None:
    party = Party(world, 2)
    races.ready(world.hall, party.callers[1 - absent], party.id)
    world.memory.now += LOBBY_MS
    assert (party.race.status, party.kinds[-1]) == ("cancelled", "cancelled")


def test_a_lobby_in_which_all_are_ready_starts_by_itself_from_when_it_is_noticed(world: World) -> None:
    party = Party(world, 2)
    for caller in party.callers:
        races.ready(world.hall, caller, party.id)
    world.memory.now += LOBBY_MS + 60_000
    assert (party.race.status, party.race.starts_at) == ("countdown", world.memory.now + COUNTDOWN_MS)


def test_times_never_run_backward_in_a_lobby_though_the_clock_does(world: World) -> None:
    party = Party(world, 2, capacity=3)
    world.memory.now -= 4_000
    joins(party, world.racer())
    assert [event.at for event in party.events] == [OPENED_AT] * 3


def test_a_repeat_under_the_same_key_is_answered_as_it_was_and_changes_nothing(world: World) -> None:
    party = Party(world, 2)
    guest = party.callers[1]
    once = Caller(guest.token, a_once("leave"))
    first = races.leave(world.hall, once, party.id)
    joins(party, guest)
    again = Caller(guest.token, a_once("leave"))
    assert races.leave(world.hall, again, party.id) == first
    assert (once.replayed, again.replayed) == (False, True)
    assert seats(party.race) == [1, 2]


def test_a_login_that_only_reads_looks_and_does_no_more(world: World) -> None:
    party = Party(world, 2)
    reader = world.caller(party.host.token.player_id, frozenset({"read"}))
    assert races.view(world.hall, reader, party.id).race == party.race
    assert races.log(world.hall, reader, party.id, None, 0, 10).items == tuple(party.events)
    for attempt in (races.join, races.leave, races.ready, races.start, races.forfeit, races.rematch):
        with pytest.raises(PlayError, match="play"):
            attempt(world.hall, reader, party.id)


def test_a_race_that_nobody_made_is_not_found(world: World) -> None:
    missing = Party(World(), 2).id
    for attempt in (races.join, races.view, races.leave, races.ready, races.start, races.forfeit, races.rematch):
        with pytest.raises(NotFound):
            attempt(world.hall, world.racer(), missing)
