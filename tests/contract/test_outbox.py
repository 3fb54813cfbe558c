"""What every outbox must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.errors import GameOver
from service.play.errors import GameNotFound, StaleGame, StoreUnavailable
from service.play.identity import new_id
from service.play.record import DealKind
from service.play.recording import MOST_TRIALS, record_results
from service.play.results import MOST_ATTEMPTS
from tests.builders import a_draft
from tests.fakes import FakeResults

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.record import GameRecord
    from tests.worlds import World


def play(world: World, number: int = 0, **draft: object) -> GameRecord:
    """A game of a new player's, played to its end."""
    caller = world.caller()
    opened = world.games.open(caller, a_draft(caller.token.player_id, number, **draft), None)  # type: ignore[arg-type]  # passed on as given
    return world.games.advance(caller, opened.after.id, 104).after


class Killed(BaseException):
    """What takes a worker down: nothing that comes after it in the code is done."""


class DeadlyResults(FakeResults):
    """A database whose driver does not survive what it is given."""

    def record(self, records: Sequence[GameRecord]) -> None:
        raise Killed(records)


class AwayResults(FakeResults):
    """A database that does not answer."""

    def record(self, records: Sequence[GameRecord]) -> None:
        assert records
        raise StoreUnavailable("postgres")


def test_a_ranked_game_is_delivered_as_it_ended(world: World) -> None:
    records = {play(world, number).id: number for number in range(5)}
    deliveries = world.outbox.read(10)
    assert {delivery.record.id for delivery in deliveries if delivery.record} == records.keys()
    assert all(delivery.record == world.games.peek(delivery.record.id) for delivery in deliveries if delivery.record)
    assert {delivery.attempts for delivery in deliveries} == {1}


@pytest.mark.parametrize(
    ("kind", "practice"), [(DealKind.SEED, False), (DealKind.CUSTOM, False), (DealKind.RANDOM, True)]
)
def test_a_game_that_is_not_ranked_is_not_delivered(world: World, kind: DealKind, practice: bool) -> None:
    play(world, kind=kind, practice=practice)
    assert not world.outbox.read(10)


def test_an_abandoned_ranked_game_is_delivered(world: World) -> None:
    caller = world.caller()
    game = world.games.open(caller, a_draft(caller.token.player_id), None).after
    world.games.abandon(caller, game.id)
    [delivery] = world.outbox.read(10)
    assert delivery.record == world.games.load(caller, game.id)


def test_what_is_confirmed_is_gone_and_its_game_marked_as_recorded(world: World) -> None:
    game = play(world)
    world.outbox.confirm(world.outbox.read(10))
    assert not world.outbox.read(10)
    record = world.games.peek(game.id)
    assert record.recorded
    assert record.tag == f"{game.tag}r"


def test_the_tag_of_a_recorded_game_is_another(world: World) -> None:
    game = play(world)
    world.outbox.confirm(world.outbox.read(10))
    token = world.sign_in(game.draft.player_id)
    with pytest.raises(StaleGame):
        world.games.advance(world.caller(token, if_match=(game.tag,)), game.id, 1)
    with pytest.raises(GameOver):
        world.games.advance(world.caller(token, if_match=(f"{game.tag}r",)), game.id, 1)


def test_confirming_twice_or_for_an_erased_player_does_no_harm(world: World) -> None:
    game = play(world)
    deliveries = world.outbox.read(10)
    world.sessions.erase(game.draft.player_id)
    world.outbox.confirm(deliveries)
    world.outbox.confirm(deliveries)
    assert not world.outbox.read(10)


def test_ranked_games_that_an_erased_player_leaves_open_come_to_the_outbox_as_abandoned(world: World) -> None:
    caller = world.caller()
    left, practised, ended = (
        world.games.open(caller, a_draft(caller.token.player_id, n, practice=n == 1), None).after for n in range(3)
    )
    world.games.advance(caller, ended.id, 104)
    world.outbox.confirm(world.outbox.read(10))
    world.sessions.erase(caller.token.player_id)
    [delivery] = world.outbox.read(10)
    assert delivery.record
    assert (delivery.record.id, delivery.record.game.status) == (left.id, "abandoned")
    for game in (left, practised, ended):
        with pytest.raises(GameNotFound):
            world.games.peek(game.id)


def test_what_is_not_confirmed_is_delivered_again_and_counted(world: World) -> None:
    play(world)
    assert [world.outbox.read(10)[0].attempts for _ in range(3)] == [1, 2, 3]


def test_what_is_released_does_not_count_as_delivered(world: World) -> None:
    play(world)
    for _ in range(3):
        deliveries = world.outbox.read(10)
        assert [delivery.attempts for delivery in deliveries] == [1]
        world.outbox.release(deliveries)


def test_what_is_buried_is_delivered_no_more(world: World) -> None:
    game = play(world)
    [delivery] = world.outbox.read(10)
    world.outbox.bury(delivery, "a reason")
    world.outbox.bury(delivery, "a reason")
    assert not world.outbox.read(10)
    assert not world.games.peek(game.id).recorded


def test_a_partition_delivers_no_more_than_asked_for_at_a_time(world: World) -> None:
    caller = world.caller()
    for number in range(5):
        opened = world.games.open(caller, a_draft(caller.token.player_id, number), None)
        world.games.advance(caller, opened.after.id, 104)
    assert len(world.outbox.read(3)) == 3
    assert len(world.outbox.read(10)) == 5


def test_results_come_through_exactly_once(world: World) -> None:
    games = [play(world, number) for number in range(3)]
    results = FakeResults()
    assert record_results(world.outbox, results, 10) == 3
    assert record_results(world.outbox, results, 10) == 0
    assert results.recorded.keys() == {game.id for game in games}


def test_no_result_is_buried_however_long_the_database_is_away(world: World) -> None:
    game = play(world)
    for _ in range(MOST_ATTEMPTS + 2):
        with pytest.raises(StoreUnavailable):
            record_results(world.outbox, AwayResults(), 10)
    results = FakeResults()
    assert record_results(world.outbox, results, 10) == 1
    assert game.id in results.recorded


def test_no_result_is_buried_however_often_its_delivery_came_to_nothing(world: World) -> None:
    games = [play(world, number) for number in range(3)]
    for _ in range(2 * MOST_ATTEMPTS):
        world.outbox.read(10)
    results = FakeResults()
    assert record_results(world.outbox, results, 10) == 3
    assert results.recorded.keys() == {game.id for game in games}
    assert not world.outbox.read(10)


def test_a_noted_trial_is_known_to_whoever_reads_next_until_it_is_released(world: World) -> None:
    play(world)
    for trials in range(3):
        [delivery] = world.outbox.read(10)
        assert (delivery.trials, delivery.attempts) == (trials, 1)
        world.outbox.note_trial(delivery)
    [third] = world.outbox.read(10)
    world.outbox.note_trial(third)
    world.outbox.release([third])
    assert [(again.trials, again.attempts) for again in world.outbox.read(10)] == [(3, 1)]


def test_what_is_done_with_stays_so_whatever_is_noted_or_released_afterwards(world: World) -> None:
    play(world)
    play(world, 1)
    confirmed, buried = world.outbox.read(10)
    world.outbox.confirm([confirmed])
    world.outbox.bury(buried, "a reason")
    for delivery in (confirmed, buried):
        world.outbox.note_trial(delivery)
        world.outbox.release([delivery])
    assert not world.outbox.read(10)


def test_an_entry_that_ends_its_worker_even_alone_is_buried_at_last(world: World) -> None:
    play(world)
    for _ in range(MOST_ATTEMPTS + MOST_TRIALS):
        with pytest.raises(Killed):
            record_results(world.outbox, DeadlyResults(), 10)
    results = FakeResults()
    assert record_results(world.outbox, results, 10) == 1
    assert not results.recorded
    assert not world.outbox.read(10)


def test_what_was_buried_is_a_dead_letter_with_its_game_and_the_reason(world: World) -> None:
    games = [play(world, number) for number in range(3)]
    assert (world.dead_letters.count(), list(world.dead_letters.dead())) == (0, [])
    for delivery in world.outbox.read(10):
        world.outbox.bury(delivery, "a reason")
    letters = list(world.dead_letters.dead())
    assert {(letter.game_id, letter.reason) for letter in letters} == {(game.id, "a reason") for game in games}
    assert {letter.partition for letter in letters} == {game.id[-2:] for game in games}
    assert world.dead_letters.count() == 3


def test_a_dead_letter_that_is_replayed_is_delivered_as_if_new_and_recorded(world: World) -> None:
    games = [play(world, number) for number in range(2)]
    for delivery in world.outbox.read(10):
        world.outbox.note_trial(delivery)
        world.outbox.bury(delivery, "a reason")
    letter = next(letter for letter in world.dead_letters.dead() if letter.game_id == games[0].id)
    assert [world.dead_letters.replay([letter]) for _ in range(2)] == [1, 0]
    assert [left.game_id for left in world.dead_letters.dead()] == [games[1].id]
    [delivery] = world.outbox.read(10)
    assert (delivery.record, delivery.attempts, delivery.trials) == (games[0], 1, 0)
    world.outbox.confirm([delivery])
    assert world.games.peek(games[0].id).recorded


@pytest.mark.parametrize("at_a_time", [1, 2, 3, 4, 5])
def test_all_dead_letters_of_a_partition_are_told_however_many_are_read_at_a_time(
    world: World, at_a_time: int
) -> None:
    caller = world.caller()
    for number in range(4):
        opened = world.games.open(caller, a_draft(caller.token.player_id, number), None)
        world.games.advance(caller, opened.after.id, 104)
    for delivery in world.outbox.read(10):
        world.outbox.bury(delivery, f"reason {delivery.entry_id}")
    told = list(world.dead_letters.dead(at_a_time))
    assert len({letter.name for letter in told}) == len(told) == 4
    assert world.dead_letters.replay(told) == 4
    assert list(world.dead_letters.dead(at_a_time)) == []


def test_dead_letters_of_an_erased_player_go_with_the_player_and_nobody_elses(world: World) -> None:
    caller = world.caller()
    player_id = caller.token.player_id
    neighbour = world.caller(world.sign_in(new_id(beside=player_id)))
    for number in range(3):
        for one in (caller, neighbour):
            opened = world.games.open(one, a_draft(one.token.player_id, number), None)
            world.games.advance(one, opened.after.id, 104)
    theirs = {game.id for game in world.games.page(neighbour, None, 10).items}
    for delivery in world.outbox.read(10):
        world.outbox.bury(delivery, "a reason")
    assert world.dead_letters.count() == 6
    for _ in range(2):
        world.sessions.erase(player_id)
        assert {letter.game_id for letter in world.dead_letters.dead()} == theirs
        assert world.dead_letters.count() == 3
