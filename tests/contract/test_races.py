"""What every store must do with races."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.identity import NOBODY, new_id, new_race_id
from service.play.lobby import Newcomer, joined, left, opened
from service.play.race import COUNTDOWN_MS, LOBBY_MS
from service.play.race_errors import RaceFull, RaceNotFound, RaceNotStarted, RaceStarted
from service.play.race_events import Step
from service.play.race_results import nameless, results_of_race
from service.play.race_terms import terms_of
from service.play.recording import record_results
from tests.fakes import FakeResults
from tests.party import Party
from tests.play.racers import secret_with

if TYPE_CHECKING:
    from tests.worlds import World


def test_a_race_is_seen_as_it_was_made(world: World) -> None:
    party = Party(world, 2)
    race = party.race
    assert (race.id, race.status, race.host, race.version) == (party.id, "open", 1, 2)
    assert [(seat.number, seat.display_name) for seat in race.seats] == [(1, "racer 1"), (2, "racer 2")]
    assert party.kinds == ["joined", "joined"]
    assert race.updated_at == party.events[-1].at


def test_a_race_that_is_there_already_stays_as_it_is(world: World) -> None:
    party = Party(world, 3)
    other = Newcomer(new_id(), "someone else")
    terms = terms_of({"capacity": 2})
    seen = world.races.create(None, party.id, lambda now: opened(party.id, terms, bytes(32), None, other, now))
    assert seen.race == party.race
    assert len(seen.race.seats) == 3


@pytest.mark.parametrize(
    "text",
    [new_race_id(NOBODY), new_id(), "", "no-id", f"{new_race_id(NOBODY)[:-4]}01ff"],
    ids=["missing", "another kind", "empty", "no id", "another seat"],
)
def test_what_is_no_race_is_not_found(world: World, text: str) -> None:
    with pytest.raises(RaceNotFound):
        world.races.load(text)
    with pytest.raises(RaceNotFound):
        world.races.events(text, 0, 10)
    with pytest.raises(RaceNotFound):
        world.races.change(None, text, lambda race, _: Step(race))


def test_seats_are_taken_in_order_and_no_more_than_there_are(world: World) -> None:
    party = Party(world, 3)
    again = party.join(party.tokens[1], "another name")
    assert again.race == party.race
    with pytest.raises(RaceFull):
        party.join(world.sign_in())
    player_id = party.tokens[1].player_id
    world.races.change(None, party.id, lambda race, now: left(race, player_id, now))
    newcomer = world.sign_in()
    assert party.join(newcomer).race.seat_of(newcomer.player_id).number == 2


def test_nobody_sees_a_card_before_the_start(world: World) -> None:
    party = Party(world, 2).announced()
    assert party.race.status == "countdown"
    record = party.game(1)
    assert (record.status, record.tag, record.waiting, record.racing) == ("waiting", "1w", True, True)
    assert record.opened_at == party.race.starts_at
    with pytest.raises(RaceNotStarted) as refusal:
        party.move(1)
    assert refusal.value.starts_at == party.race.starts_at
    with pytest.raises(RaceStarted):
        party.begin()


@pytest.mark.parametrize("by", ["load", "move", "events", "sweep", "game"])
def test_whoever_comes_first_at_the_start_starts_the_race(world: World, by: str) -> None:
    party = Party(world, 2).started()
    match by:
        case "load":
            assert party.race.status == "running"
        case "move":
            party.move(1)
        case "events":
            assert party.kinds[-1] == "started"
        case "sweep":
            assert world.races.sweep(10) == 1
            assert world.races.sweep(10) == 0
        case "game":
            assert party.game(1).status == "in_progress"
    started = next(event for event in party.events if event.kind == "started")
    assert started.at == party.race.starts_at
    assert [seat.progress and seat.progress.state for seat in party.race.seats] == ["racing", "racing"]


def test_a_lobby_that_nobody_starts_is_cancelled_when_its_time_is_up(world: World) -> None:
    party = Party(world, 2)
    world.pass_time(LOBBY_MS)
    race = party.race
    assert (race.status, race.ended_at) == ("cancelled", race.created_at + LOBBY_MS)
    assert party.events[-1].facts == {"reason": "expired"}
    assert race.due is None


def test_a_lobby_where_all_are_ready_starts_by_itself_when_its_time_is_up(world: World) -> None:
    party = Party(world, 2)
    for seat in (1, 2):
        party.ready(seat)
    for millis, status in ((LOBBY_MS, "countdown"), (COUNTDOWN_MS, "running")):
        world.pass_time(millis)
        assert party.race.status == status


def test_a_racer_who_runs_out_of_time_is_out_at_the_end_whenever_that_is_noticed(world: World) -> None:
    party = Party(world, 3, time_limit_s=10).started()
    party.move(1)
    party.play_out(2)
    world.pass_time(25_000)
    race = party.race
    assert (race.status, race.ended_at) == ("finished", race.ends_at)
    assert party.kinds[-3:] == ["timed_out", "timed_out", "over"]
    for seat in (1, 3):
        progress, record = race.seat(seat).progress, party.game(seat)
        assert progress
        assert (progress.state, progress.time_ms) == ("timed_out", 10_000)
        assert (record.game.abandoned, record.updated_at, record.racing) == (True, race.ends_at, False)
        assert progress.revealed == record.game.flips
    results = FakeResults()
    assert record_results(world.outbox, results, 10) == 4
    assert results.recorded.keys() == {party.game_id(seat) for seat in (1, 2, 3)}


def test_the_last_fate_ends_the_race_and_all_its_games_become_results_with_it(world: World) -> None:
    party = Party(world, 3, secret_with(True, False, False)).started()
    party.play_out(2)
    assert not world.outbox.read(10)
    party.play_out(1)
    world.games.abandon(party.caller(3), party.game_id(3))
    race, results = party.race, FakeResults()
    states = [seat.progress and seat.progress.state for seat in race.seats]
    assert (race.status, states) == ("finished", ["finished", "locked", "forfeited"])
    assert party.kinds[-1] == "over"
    assert record_results(world.outbox, results, 10) == 4
    assert record_results(world.outbox, results, 10) == 0
    assert results.recorded.keys() == {party.game_id(seat) for seat in (1, 2, 3)}
    assert results.run == {race.id: nameless(race)}
    assert race.places
    assert race.places[1] == 1
    assert party.game(1) == results.find(party.game_id(1))


def test_a_race_is_a_dead_letter_like_any_other_when_it_must_be(world: World) -> None:
    party = Party(world, 2, time_limit_s=10).started()
    for millis, status in ((0, "running"), (10_000, "finished")):
        world.pass_time(millis)
        assert party.race.status == status
    [delivery] = [delivery for delivery in world.outbox.read(10) if delivery.race]
    world.outbox.bury(delivery, "a reason")
    [letter] = world.dead_letters.dead(10)
    assert (letter.game_id, letter.reason) == (party.id, "a reason")
    assert world.dead_letters.replay([letter]) == 1
    assert [again.race for again in world.outbox.read(10) if again.race] == [nameless(party.race)]


def test_what_is_on_its_way_to_the_results_says_no_names_even_if_a_racer_is_erased_meanwhile(world: World) -> None:
    party = Party(world, 2, time_limit_s=10).started()
    world.pass_time(10_000)
    assert [seat.display_name for seat in party.race.seats] == ["racer 1", "racer 2"]
    erased = party.tokens[1].player_id
    for forget in (world.races.forget, world.sessions.erase):
        forget(erased)
    [race] = [delivery.race for delivery in world.outbox.read(10) if delivery.race]
    assert [seat.display_name for seat in race.seats] == ["", ""]
    assert [player_id for player_id, _ in results_of_race(race)] == [token.player_id for token in party.tokens]


def test_a_player_who_is_forgotten_leaves_their_races_and_forfeits_what_they_run(world: World) -> None:
    open_party, running = Party(world, 2, capacity=3), Party(world, 2).started()
    running.move(1)
    token = running.tokens[1]
    open_party.join(token)
    world.races.forget(token.player_id)
    assert not open_party.race.seats_player(token.player_id)
    assert open_party.kinds[-1] == "left"
    seat = running.race.seat(2)
    assert (seat.player_id, seat.display_name) == (NOBODY, "")
    assert seat.progress
    assert seat.progress.state == "forfeited"
    assert not running.race.seats_player(token.player_id)


def test_a_player_forgotten_in_the_countdown_has_forfeited_at_the_start(world: World) -> None:
    party = Party(world, 2).announced()
    world.races.forget(party.tokens[1].player_id)
    assert party.race.seat(2).player_id == NOBODY
    world.pass_time(COUNTDOWN_MS)
    progress = party.race.seat(2).progress
    assert progress
    assert (progress.state, party.game(2).status) == ("forfeited", "abandoned")
    party.play_out(1)
    assert party.race.status == "finished"


def test_a_step_that_changes_nothing_leaves_the_version_as_it_is(world: World) -> None:
    party = Party(world, 2)
    before = party.race
    who = Newcomer(party.tokens[1].player_id, "racer 2")
    assert world.races.change(None, party.id, lambda race, now: joined(race, who, None, now)).race == before
    assert party.race == before
