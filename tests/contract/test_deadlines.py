"""What every store must do with games whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.errors import GameOver
from service.game.game import Ending
from service.play.errors import StaleGame
from service.play.identity import new_id
from service.play.record import LIFETIME_MS
from tests.builders import a_draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.identity import Token
    from service.play.record import GameRecord
    from tests.worlds import NewWorld, World


def deal(world: World, token: Token, *, practice: bool = False) -> GameRecord:
    return world.games.open(world.caller(token), a_draft(token.player_id, practice=practice), None).after


def assert_lapsed(record: GameRecord) -> None:
    assert record.game.outcome is not None
    assert record.game.outcome.ending is Ending.ABANDONED
    assert (record.version, record.finished_at) == (2, record.expires_at)


def test_a_game_is_open_until_its_deadline(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.pass_time(LIFETIME_MS - 60_000)
    assert world.games.expire(10) == 0
    assert world.games.advance(world.caller(token), game.id, 1).after.game.outcome is None


def test_a_game_whose_time_is_up_shows_as_abandoned_before_anything_has_ended_it(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.pass_time(LIFETIME_MS)
    assert_lapsed(world.games.load(world.caller(token), game.id))
    assert_lapsed(world.games.peek(game.id))
    assert_lapsed(world.games.page(world.caller(token), None, 1).items[0])


MOVES: list[Callable[[World, Token, str], object]] = [
    lambda world, token, game_id: world.games.advance(world.caller(token), game_id, 1),
    lambda world, token, game_id: world.games.abandon(world.caller(token), game_id),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_too_late_ends_the_game_at_its_deadline(world: World, move: Callable[..., object]) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.pass_time(LIFETIME_MS + 60_000)
    with pytest.raises(GameOver) as refusal:
        move(world, token, game.id)
    assert refusal.value.outcome.ending is Ending.ABANDONED
    assert world.games.expire(10) == 0
    [delivery] = world.outbox.read(10)
    assert delivery.record is not None
    assert_lapsed(delivery.record)


@pytest.mark.parametrize("swept", [False, True])
def test_whether_the_sweeper_came_first_makes_no_difference(world: World, swept: bool) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.pass_time(LIFETIME_MS)
    if swept:
        assert world.games.expire(10) == 1
    with pytest.raises(StaleGame) as refusal:
        world.games.advance(world.caller(token, if_match=("1",)), game.id, 1)
    assert refusal.value.version == 2
    with pytest.raises(GameOver):
        world.games.advance(world.caller(token, if_match=("2",)), game.id, 1)
    assert_lapsed(world.games.load(world.caller(token), game.id))
    assert len(world.outbox.read(10)) == 1


def test_the_sweeper_ends_each_game_once_and_sends_ranked_ones_to_the_results(world: World) -> None:
    token = world.sign_in()
    ranked, practice = deal(world, token), deal(world, token, practice=True)
    world.games.advance(world.caller(token), deal(world, token).id, 104)
    world.pass_time(LIFETIME_MS)
    assert world.games.expire(10) == 2
    assert world.games.expire(10) == 0
    assert_lapsed(world.games.load(world.caller(token), practice.id))
    ids = [delivery.record.id for delivery in world.outbox.read(10) if delivery.record]
    assert ranked.id in ids
    assert len(ids) == 2


def test_the_sweeper_ends_no_more_than_it_is_told_to_in_each_partition(world: World) -> None:
    here = [world.sign_in(new_id()[:-2] + "00"), world.sign_in(new_id()[:-2] + "ff")]
    for token in (*here, *here, *here):
        deal(world, token)
    world.pass_time(LIFETIME_MS)
    assert [world.games.expire(2) for _ in range(3)] == [4, 2, 0]


def test_a_game_whose_time_is_up_no_longer_counts_as_open(new_world: NewWorld) -> None:
    world = new_world(open_limit=1)
    token = world.sign_in()
    deal(world, token)
    world.pass_time(LIFETIME_MS)
    assert deal(world, token).game.status == "in_progress"
