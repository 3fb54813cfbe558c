"""What every store must do with the moves of racers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Decline
from service.game.errors import GameOver, NothingToDecide
from service.play.errors import (
    AutoplayNotAllowed,
    GameNotFound,
    GameNotOver,
    PracticeOnly,
    StaleGame,
    Unauthenticated,
    WrongMode,
)
from service.play.games import decide, proof
from service.play.practice import undo
from service.play.race_errors import RaceNotStarted, RaceOver
from tests.builders import a_caller, a_once
from tests.fakes import FakeResults
from tests.party import Party
from tests.play.racers import secret_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.play.race import Progress
    from tests.worlds import World


def progress(party: Party, seat: int) -> Progress:
    found = party.race.seat(seat).progress
    assert found
    return found


def test_a_move_changes_game_seat_and_events_alike(world: World) -> None:
    party = Party(world, 2).started()
    before = party.game(1)
    change = party.move(1)
    assert (change.before, change.after, change.accepted) == (before, party.game(1), True)
    assert (change.after.version, change.after.game.cursor) == (2, 2)
    assert progress(party, 1).revealed == change.after.game.flips == 2
    [event] = [event for event in party.events if event.kind == "progress"]
    assert event.facts == {"seat": 1, "revealed": 2, "errors": 0}
    assert event.at == change.after.updated_at == party.race.updated_at
    assert progress(party, 2).revealed == 1


def test_a_wrong_pile_is_counted_and_told(world: World) -> None:
    party = Party(world, 2).started()
    change = party.move(2, right=False)
    assert (change.accepted, change.after.errors, change.after.game) == (False, 1, change.before.game)
    assert (progress(party, 2).state, progress(party, 2).errors) == ("racing", 1)
    assert party.events[-1].kind == "mistake"
    assert party.events[-1].facts == {"seat": 2, "revealed": 1, "errors": 1}


def test_a_wrong_pile_disqualifies_where_that_was_agreed(world: World) -> None:
    party = Party(world, 3, errors="disqualify").started()
    party.move(2)
    after = party.move(2, right=False).after
    assert (after.game.abandoned, after.errors, after.version) == (True, 1, 4)
    found = progress(party, 2)
    assert (found.state, found.revealed, found.errors) == ("disqualified", 2, 1)
    assert party.events[-1].facts == {"seat": 2, "revealed": 2, "errors": 1, "time_ms": found.time_ms}
    with pytest.raises(GameOver):
        party.move(2)


@pytest.mark.parametrize(("errors", "penalty_ms"), [("count", 0), ("penalty", 7_000)])
def test_penalties_are_added_to_the_time_of_whoever_finishes(world: World, errors: str, penalty_ms: int) -> None:
    party = Party(world, 2, secret_with(True, False), errors=errors, penalty_ms=penalty_ms).started()
    for seat in (1, 2):
        party.move(seat, right=False)
        party.move(seat, right=False)
        party.play_out(seat)
    starts_at = party.race.starts_at
    assert starts_at
    for seat, added in ((1, 2 * penalty_ms), (2, 0)):
        time_ms = progress(party, seat).time_ms
        assert time_ms == party.game(seat).updated_at - starts_at + added
    assert (progress(party, 1).state, progress(party, 2).state) == ("finished", "locked")
    assert progress(party, 1).revealed == 52


@pytest.mark.parametrize("variant", ["big_clock", "twelve_start", "perpetual"])
def test_every_variant_is_raced_to_its_end(world: World, variant: str) -> None:
    party = Party(world, 2, variant=variant).started()
    party.play_out(1)
    record, found = party.game(1), progress(party, 1)
    assert record.game.outcome
    assert found.state == ("locked" if record.game.hidden else "finished")
    assert found.revealed == record.game.flips
    assert [event.seq for event in party.events] == list(range(1, party.race.seq + 1))


def test_who_gives_the_game_up_forfeits_the_race(world: World) -> None:
    party = Party(world, 3).started()
    party.move(3)
    world.games.abandon(party.caller(3), party.game_id(3))
    found = progress(party, 3)
    assert (found.state, found.revealed) == ("forfeited", 2)
    assert party.game(3).game.abandoned
    with pytest.raises(RaceOver):
        world.games.abandon(party.caller(3), party.game_id(3))
    assert party.race.status == "running"


def test_whoever_looks_at_a_game_whose_race_is_due_finds_it_over(world: World) -> None:
    for owns in (True, False):
        party = Party(world, 2, time_limit_s=10).started()
        assert party.game(1).racing
        world.pass_time(10_000)
        record = party.game(1) if owns else world.games.peek(party.game_id(1))
        assert (record.racing, record.game.abandoned) == (False, True)


def test_who_forfeits_is_told_of_the_race_the_same_when_they_ask_again(world: World) -> None:
    party = Party(world, 2).started()
    party.move(1)
    told = []
    for seat in (1, 2):
        token = party.tokens[seat - 1]
        first = world.races.forfeit(world.caller(token, once=a_once()), party.id)
        repeat = world.caller(token, once=a_once())
        assert (world.races.forfeit(repeat, party.id), repeat.replayed) == (first, True)
        with pytest.raises(RaceOver):
            world.races.forfeit(world.caller(token), party.id)
        told.append(first.race)
    assert [race.status for race in told] == ["running", "finished"]
    assert progress(party, 1).state == "forfeited"
    assert replace(told[1], version=party.race.version) == party.race


def test_nothing_is_moved_once_the_race_is_over(world: World) -> None:
    party = Party(world, 2, time_limit_s=10).started()
    party.move(1)
    world.pass_time(10_000)
    for call in (lambda: party.move(1), lambda: world.games.abandon(party.caller(2), party.game_id(2))):
        with pytest.raises(RaceOver):
            call()
    assert party.race.status == "finished"
    assert progress(party, 1).revealed == 2


def test_a_racers_game_is_nobody_elses(world: World) -> None:
    party = Party(world, 2).started()
    for caller in (party.caller(2), world.caller()):
        with pytest.raises(GameNotFound):
            world.games.load(caller, party.game_id(1))
        with pytest.raises(GameNotFound):
            world.games.place(caller, party.game_id(1), 1)
    with pytest.raises(GameNotFound):
        world.games.load(party.caller(1), party.game_id(3))
    with pytest.raises(Unauthenticated):
        world.games.place(a_caller(), party.game_id(1), 1)


REFUSALS: list[tuple[type[Exception], Callable[[World, Caller, str], object]]] = [
    (WrongMode, lambda world, caller, game_id: world.games.advance(caller, game_id, 1)),
    (AutoplayNotAllowed, lambda world, caller, game_id: world.games.autoplay(caller, game_id, "end")),
    (NothingToDecide, lambda world, caller, game_id: decide(world.games, caller, game_id, Decline())),
    (PracticeOnly, lambda world, caller, game_id: undo(world.games, caller, game_id)),
]


@pytest.mark.parametrize(("refusal", "call"), REFUSALS)
def test_racers_set_their_cards_themselves(
    world: World, refusal: type[Exception], call: Callable[[World, Caller, str], object]
) -> None:
    party = Party(world, 2).announced()
    with pytest.raises(RaceNotStarted):
        call(world, party.caller(1), party.game_id(1))
    world.pass_time(5_000)
    before = party.game(1)
    with pytest.raises(refusal):
        call(world, party.caller(1), party.game_id(1))
    assert party.game(1) == before


def test_a_version_is_another_before_the_start(world: World) -> None:
    party = Party(world, 2).announced()
    token, game_id = party.tokens[0], party.game_id(1)
    with pytest.raises(StaleGame) as refusal:
        world.games.place(world.caller(token, if_match=("1",)), game_id, 1)
    assert refusal.value.tag == "1w"
    with pytest.raises(RaceNotStarted):
        world.games.place(world.caller(token, if_match=("1w",)), game_id, 1)
    world.pass_time(5_000)
    with pytest.raises(StaleGame):
        world.games.place(world.caller(token, if_match=("1w",)), game_id, 1)
    assert party.move(1, caller=world.caller(token, if_match=("1",))).after.version == 2


def test_the_deal_stays_secret_until_the_race_is_over(world: World) -> None:
    party, results = Party(world, 2, decks="shared").started(), FakeResults()
    party.play_out(1)
    assert party.game(1).racing
    with pytest.raises(GameNotOver):
        proof(world.games, results, world.now, party.caller(1), party.game_id(1))
    with pytest.raises(GameNotFound):
        proof(world.games, results, world.now, None, party.game_id(1))
    party.play_out(2)
    for seat in (1, 2):
        assert proof(world.games, results, world.now, None, party.game_id(seat)) == party.game(seat)


def test_racers_games_are_not_in_the_list_of_games(world: World) -> None:
    party = Party(world, 2).started()
    party.move(1)
    assert not world.games.page(party.caller(1), None, 10).items
    assert not list(world.games.walk(party.caller(1)))


def test_a_race_ends_with_the_last_move_of_all(world: World) -> None:
    party = Party(world, 2).started()
    party.play_out(2)
    party.play_out(1)
    assert [event.kind for event in world.races.events(party.id, 0, 1000).items][-1] == "over"
    assert world.races.sweep(10) == 0
