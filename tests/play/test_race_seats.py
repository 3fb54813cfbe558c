"""Seats that a player does not choose: the lobby, quick seats, and rematches."""

from dataclasses import replace
from datetime import timedelta

import pytest

from service.play import races
from service.play.caller import Caller
from service.play.errors import IdempotencyKeyReused
from service.play.identity import new_race_id, partition_of
from service.play.lobby import Newcomer
from service.play.race import LOBBY_MS, MOST_RACES, Race
from service.play.race_errors import (
    InvalidTerms,
    KickedOut,
    RaceFull,
    RaceGoesOn,
    RaceNotFound,
    RaceStarted,
    TooManyRaces,
)
from service.play.race_terms import RaceTerms, terms_of
from service.play.vacancies import SCAN
from tests.builders import a_once
from tests.fakes import FakeRaces
from tests.play.racers import Party
from tests.play.world import World

DAY_MS = timedelta(days=1) // timedelta(milliseconds=1)


def quick(world: World, caller: Caller, **wishes: object) -> Race:
    return races.quick(world.hall, caller, wishes).race


def over(party: Party) -> Party:
    party.started()
    party.world.memory.now += 1000 * party.race.terms.time_limit_s
    return party


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ({"capacity": 1}, "capacity"),
        ({"capacity": 65}, "capacity"),
        ({"capacity": True}, "capacity"),
        ({"capacity": 2, "variant": "watch"}, "variant"),
        ({"capacity": 2, "decks": "none"}, "decks"),
        ({"capacity": 2, "errors": "forgive"}, "errors"),
        ({"capacity": 2, "penalty_ms": 1}, "penalty_ms"),
        ({"capacity": 2, "errors": "penalty", "penalty_ms": 60_001}, "penalty_ms"),
        ({"capacity": 2, "time_limit_s": 9}, "time_limit_s"),
        ({"capacity": 2, "time_limit_s": 10.0}, "time_limit_s"),
        ({"capacity": 2, "visibility": "secret"}, "visibility"),
        ({"capacity": 2, "start": "now"}, "start"),
    ],
)
def test_terms_that_are_not_offered_are_refused_by_name(asked: dict[str, object], option: str) -> None:
    with pytest.raises(InvalidTerms) as refused:
        terms_of(asked)
    assert refused.value.option == option


def test_terms_left_out_are_the_usual_ones() -> None:
    assert terms_of({"capacity": 64}) == RaceTerms(64, "standard", "own", "count", 0, 300, "public", "host")
    assert terms_of({"capacity": 2, "errors": "penalty"}).penalty_ms == 5_000
    assert terms_of({"capacity": 2, "errors": "penalty", "penalty_ms": 0}).penalty_ms == 0


def test_the_lobby_lists_public_races_that_are_open_newest_first_a_page_at_a_time(world: World) -> None:
    parties = []
    for _ in range(3):
        parties.append(Party(world, 2))
        world.memory.now += 1
    Party(world, 2, visibility="private")
    Party(world, 2).started()
    seeker = world.racer()
    first = races.open_races(world.hall, seeker, None, 2)
    assert [seen.race.id for seen in first.items] == [parties[2].id, parties[1].id]
    last = races.open_races(world.hall, seeker, first.next, 2)
    assert ([seen.race.id for seen in last.items], last.next) == ([parties[0].id], None)
    world.memory.now += LOBBY_MS
    assert races.open_races(world.hall, seeker, None, 2).items == ()


def test_a_quick_seat_is_one_in_a_race_with_all_that_was_wished(world: World) -> None:
    Party(world, 2, capacity=4)
    wished = Party(world, 2, capacity=4, decks="shared", time_limit_s=60)
    race = quick(world, world.racer(), decks="shared", time_limit_s=60)
    assert (race.id, len(race.seats)) == (wished.id, 3)
    assert quick(world, world.racer(), capacity=5).id != wished.id


def test_a_quick_seat_is_where_the_caller_sits_already_and_else_where_the_fewest_seats_are_free(world: World) -> None:
    party, fuller = Party(world, 2, capacity=5), Party(world, 3, capacity=4)
    assert quick(world, party.host) == party.race
    assert quick(world, world.racer()).id == fuller.id
    assert quick(world, world.racer()).id == party.id


def test_a_quick_seat_is_rather_in_a_race_that_starts_when_it_is_full(world: World) -> None:
    Party(world, 3, capacity=4)
    sure = Party(world, 1, capacity=4, start="full")
    assert quick(world, world.racer()).id == sure.id
    assert quick(world, world.racer(), start="host").id != sure.id
    assert quick(world, world.racer(), capacity=7, start="host").terms.start == "host"


def test_a_quick_seat_is_found_behind_however_many_other_races(world: World) -> None:
    fitting = Party(world, 1, capacity=9)
    for _ in range(2 * SCAN):
        world.memory.now += 1
        Party(world, 1, capacity=4)
    assert quick(world, world.racer(), capacity=9).id == fitting.id
    assert quick(world, fitting.host, capacity=9).id == fitting.id


def test_a_race_in_which_the_caller_sits_needs_no_look_at_the_lobby(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(world, 2, capacity=3)
    monkeypatch.delattr(FakeRaces, "lobby")
    assert quick(world, party.callers[1]).id == party.id


def test_those_who_find_no_race_meet_in_the_one_that_was_agreed_on_even_before_it_is_there(world: World) -> None:
    first, second = world.racer(), world.racer()
    terms = RaceTerms(4, start="full")
    agreed = world.races.meet(terms, new_race_id(first.token.player_id), None)
    assert quick(world, second).id == agreed
    assert quick(world, first).id == agreed


def test_a_player_with_too_many_races_gets_no_quick_seat_but_one_that_they_have(world: World) -> None:
    caller = world.racer()
    for _ in range(MOST_RACES):
        races.create(world.hall, caller, RaceTerms(5))
    assert quick(world, caller, capacity=5).seats_player(caller.token.player_id)
    with pytest.raises(TooManyRaces):
        quick(world, caller, capacity=6)


def test_a_quick_seat_makes_a_race_when_none_fits(world: World) -> None:
    Party(world, 2)
    Party(world, 2, capacity=4, visibility="private")
    Party(world, 2, capacity=4).started()
    expelled = Party(world, 2, capacity=4)
    races.kick(world.hall, expelled.host, expelled.id, 2)
    race = quick(world, expelled.callers[1], variant="standard")
    assert (race.terms, len(race.seats)) == (RaceTerms(4, start="full"), 1)
    assert partition_of(race.id) == partition_of(expelled.callers[1].token.player_id)


def test_a_quick_seat_in_a_private_race_is_refused(world: World) -> None:
    for wishes in ({"visibility": "private"}, {"capacity": 1}):
        with pytest.raises(InvalidTerms):
            races.quick(world.hall, world.racer(), wishes)
    assert world.memory.races == {}


def test_a_quick_request_that_is_repeated_gets_the_same_answer_whatever_has_come_up_since(world: World) -> None:
    caller = world.racer()
    first = races.quick(world.hall, Caller(caller.token, a_once("quick")), {})
    races.leave(world.hall, caller, first.race.id)
    Party(world, 3, capacity=4)
    again = Caller(caller.token, a_once("quick"))
    assert races.quick(world.hall, again, {}) == first
    assert again.replayed
    with pytest.raises(IdempotencyKeyReused):
        races.quick(world.hall, Caller(caller.token, a_once("quick", "else")), {"capacity": 3})


@pytest.mark.parametrize("made", [False, True])
def test_a_quick_request_that_broke_off_is_taken_up_where_it_was(world: World, *, made: bool) -> None:
    caller = Caller(world.racer().token, a_once("quick"))
    agreed = world.races.meet(RaceTerms(4, start="full"), new_race_id(caller.token.player_id), None)
    aim = Party(world, 2, capacity=4).id if made else agreed
    world.races.aim(caller, aim, None)
    Party(world, 3, capacity=4)
    race = races.quick(world.hall, caller, {}, "known before").race
    assert race.id == aim
    assert race.seat_of(caller.token.player_id).client_seed == ""
    assert race.seats_player(caller.token.player_id)


def test_a_rematch_is_private_on_the_same_terms_beside_the_race_and_its_host_asked_first(world: World) -> None:
    party = over(Party(world, 3, decks="shared", errors="penalty", time_limit_s=20))
    race = races.rematch(world.hall, party.callers[1], party.id, "seed").race
    assert race.terms == replace(party.race.terms, visibility="private")
    assert (race.host, race.status, len(race.seats)) == (1, "open", 1)
    assert race.seats[0].player_id == party.callers[1].token.player_id
    assert race.seats[0].client_seed == ""
    assert partition_of(race.id) == partition_of(party.id)
    assert (race.secret != party.race.secret, party.race.rematch_id) == (True, race.id)


def test_everyone_who_asks_for_a_rematch_gets_into_the_same_one_without_its_code(world: World) -> None:
    party = over(Party(world, 3))
    for _ in range(2):
        made = [races.rematch(world.hall, caller, party.id).race for caller in party.callers]
    assert len({race.id for race in made}) == 1
    assert [seat.display_name for seat in made[-1].seats] == ["racer 1", "racer 2", "racer 3"]
    with pytest.raises(RaceNotFound):
        races.join(world.hall, world.racer(), made[0].id)


def test_whoever_makes_a_race_gives_their_seed_once_its_commitments_are_known(world: World) -> None:
    """The service must not know a seed when it commits itself: a seat in a race that there is takes one at once."""
    party = over(Party(world, 2))
    for _ in range(2):
        rematch = races.rematch(world.hall, party.host, party.id, "known before").race
    fast = races.quick(world.hall, party.host, {"capacity": 3, "decks": "shared"}, "known before").race
    assert [race.seats[0].client_seed for race in (rematch, fast)] == ["", ""]
    for race in (rematch, fast):
        races.join(world.hall, party.host, race.id, client_seed="after")
    other = party.callers[1]
    seated = (
        races.rematch(world.hall, other, party.id, "mine").race,
        races.quick(world.hall, other, {"capacity": 3, "decks": "shared"}, "mine").race,
    )
    assert [race.id for race in seated] == [rematch.id, fast.id]
    assert [[seat.client_seed for seat in race.seats] for race in seated] == [["after", "mine"]] * 2


def test_no_rematch_before_the_end(world: World) -> None:
    party = Party(world, 2)
    for _ in range(3):
        with pytest.raises(RaceGoesOn):
            races.rematch(world.hall, party.host, party.id)
        if party.race.status == "open":
            party.announced()
        world.memory.now += 5_000
    assert party.race.rematch_id is None


def test_a_rematch_that_came_to_nothing_makes_room_for_another(world: World) -> None:
    party = over(Party(world, 2))
    first = races.rematch(world.hall, party.host, party.id).race
    races.leave(world.hall, party.host, first.id)
    second = races.rematch(world.hall, party.callers[1], party.id).race
    assert (second.id != first.id, second.status, party.race.rematch_id) == (True, "open", second.id)
    assert races.rematch(world.hall, party.host, party.id).race.id == second.id


def test_a_rematch_that_is_on_its_way_takes_nobody_more(world: World) -> None:
    party = over(Party(world, 3))
    for caller in party.callers[:2]:
        race = races.rematch(world.hall, caller, party.id).race
    races.ready(world.hall, party.callers[1], race.id)
    races.start(world.hall, party.host, race.id)
    with pytest.raises(RaceStarted):
        races.rematch(world.hall, party.callers[2], party.id)


def test_a_player_kicked_from_a_rematch_stays_out_of_it(world: World) -> None:
    party = over(Party(world, 2))
    for caller in party.callers:
        race = races.rematch(world.hall, caller, party.id).race
    races.kick(world.hall, party.host, race.id, 2)
    with pytest.raises(KickedOut):
        races.rematch(world.hall, party.callers[1], party.id)


def test_a_rematch_that_is_asked_for_again_is_answered_as_it_was_even_when_the_race_is_forgotten(
    world: World,
) -> None:
    party = over(Party(world, 2))
    first = races.rematch(world.hall, Caller(party.host.token, a_once("again")), party.id)
    races.rematch(world.hall, party.callers[1], party.id)
    del world.memory.races[party.id]
    again = Caller(party.host.token, a_once("again"))
    assert (races.rematch(world.hall, again, party.id), again.replayed) == (first, True)


def test_a_rematch_that_was_noted_and_never_made_is_made_by_whoever_asks_next(world: World) -> None:
    party = over(Party(world, 2))
    races.rematch(world.hall, party.host, party.id)
    noted = party.race.rematch_id
    assert noted
    del world.memory.races[noted]
    race = races.rematch(world.hall, party.callers[1], party.id).race
    assert (race.id, len(race.seats)) == (noted, 1)


def test_a_full_race_does_not_keep_a_seat_for_its_kicked_player(world: World) -> None:
    party = Party(world, 2)
    races.kick(world.hall, party.host, party.id, 2)
    races.join(world.hall, world.racer(), party.id)
    with pytest.raises(RaceFull):
        races.join(world.hall, world.racer(), party.id)


def test_a_newcomer_does_not_print_the_seed() -> None:
    assert "secret seed" not in repr(Newcomer("id", "name", "secret seed"))


def test_the_log_tells_what_came_after_an_event_and_that_it_cannot_tell_what_never_was(world: World) -> None:
    party = Party(world, 3)
    reader = world.racer()
    told = races.log(world.hall, reader, party.id, None, 1, 1)
    assert ([event.seq for event in told.items], told.trimmed) == ([2], False)
    assert races.log(world.hall, reader, party.id, None, 3, 10).items == ()
    assert races.log(world.hall, reader, party.id, None, 4, 10).trimmed
