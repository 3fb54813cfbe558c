"""What every store must do for requests with an idempotency key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Decline, Exchange
from service.game.errors import GameOver
from service.game.rules import VARIANTS, Rules
from service.play.commitments import commit
from service.play.errors import IdempotencyKeyReused, StaleGame
from service.play.games import Order, RandomDeal, deal_game
from tests.builders import a_draft, a_once
from tests.fakes import FakeDailies, FakeResults
from tests.turns import decide, undo

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.play.identity import Token
    from service.play.record import Change, GameRecord
    from tests.worlds import World

    Request = Callable[[World, Caller, str], Change | None]

HOUR_MS = 60 * 60 * 1000

CHANGES: list[Request] = [
    lambda world, caller, game_id: world.games.autoplay(caller, game_id, "end"),
    lambda world, caller, game_id: decide(world, caller, game_id, Decline()),
    lambda world, caller, game_id: decide(world, caller, game_id, Exchange(3, 1)),
    undo,
    lambda world, caller, game_id: world.games.abandon(caller, game_id),
]
"""What can be done to a game that asks whether to use its reprieve."""


def deal(world: World, token: Token) -> GameRecord:
    return world.games.open(world.caller(token), a_draft(token.player_id), None).after


def test_a_repeated_deal_answers_the_first_game(world: World) -> None:
    token = world.sign_in()
    first = world.caller(token, once=a_once())
    opened = world.games.open(first, a_draft(token.player_id), None)
    world.games.advance(world.caller(token), opened.after.id, 5)
    repeat = world.caller(token, once=a_once())
    assert world.games.open(repeat, a_draft(token.player_id, 1), None) == opened
    assert (first.replayed, repeat.replayed) == (False, True)
    assert len(world.games.page(world.caller(token), None, 10).items) == 1


def test_a_deal_with_a_commitment_is_repeated_after_the_commitments_time(world: World) -> None:
    token = world.sign_in()
    made = commit(world.commitments, world.caller(token))
    order = Order(Rules(), RandomDeal("mine", made.id))
    ports = world.games, world.commitments, FakeDailies(FakeResults()), world.now
    world.pass_time(24 * HOUR_MS - 60_000)
    first = deal_game(*ports, world.caller(token, once=a_once()), order)
    world.pass_time(23 * HOUR_MS)
    repeat = world.caller(token, once=a_once())
    again = deal_game(*ports, repeat, order)
    assert repeat.replayed
    assert (again.after.draft, again.after.game, again.after.version) == (
        first.after.draft,
        first.after.game,
        first.after.version,
    )


@pytest.mark.parametrize("change", CHANGES)
def test_every_kind_of_change_is_made_once_and_answered_alike(world: World, change: Request) -> None:
    token = world.sign_in()
    draft = a_draft(token.player_id, rules=VARIANTS["watch"], practice=True, mode="placement")
    world.games.open(world.caller(token), draft, None)
    world.games.autoplay(world.caller(token), draft.id, "decision")
    first = change(world, world.caller(token, once=a_once()), draft.id)
    current = world.games.load(world.caller(token), draft.id)
    repeat = world.caller(token, once=a_once())
    assert change(world, repeat, draft.id) == first
    assert repeat.replayed
    assert world.games.load(world.caller(token), draft.id) == current
    with pytest.raises(IdempotencyKeyReused):
        change(world, world.caller(token, once=a_once(payload="other")), draft.id)


@pytest.mark.parametrize("later", [0, 1, 104])
def test_a_repeated_step_answers_what_the_first_did_and_changes_nothing(world: World, later: int) -> None:
    token = world.sign_in()
    game = deal(world, token)
    first = world.games.advance(world.caller(token, once=a_once()), game.id, 3)
    if later:
        world.games.advance(world.caller(token), game.id, later)
    current = world.games.load(world.caller(token), game.id)
    repeat = world.caller(token, once=a_once())
    assert world.games.advance(repeat, game.id, 3) == first
    assert repeat.replayed
    assert world.games.load(world.caller(token), game.id) == current


def test_a_repeated_autoplay_answers_the_same_once_its_result_is_recorded(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    first = world.games.advance(world.caller(token, once=a_once()), game.id, 104)
    world.outbox.confirm(world.outbox.read(10))
    assert world.games.load(world.caller(token), game.id).recorded
    assert world.games.advance(world.caller(token, once=a_once()), game.id, 104) == first


def test_the_key_is_looked_at_before_the_version(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    first = world.games.advance(world.caller(token, once=a_once(), if_match=("1",)), game.id, 1)
    repeat = world.caller(token, once=a_once(), if_match=("1",))
    assert world.games.advance(repeat, game.id, 1) == first


def test_the_key_is_looked_at_before_the_end(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.games.abandon(world.caller(token, once=a_once()), game.id)
    world.games.abandon(world.caller(token, once=a_once()), game.id)
    with pytest.raises(GameOver):
        world.games.abandon(world.caller(token), game.id)


def test_the_same_key_with_another_payload_changes_nothing(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.games.advance(world.caller(token, once=a_once()), game.id, 1)
    current = world.games.load(world.caller(token), game.id)
    with pytest.raises(IdempotencyKeyReused):
        world.games.advance(world.caller(token, once=a_once(payload="other")), game.id, 1)
    with pytest.raises(IdempotencyKeyReused):
        world.games.open(world.caller(token, once=a_once(payload="other")), a_draft(token.player_id), None)
    assert world.games.load(world.caller(token), game.id) == current


def test_a_refused_request_does_not_use_up_its_key(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    with pytest.raises(StaleGame):
        world.games.advance(world.caller(token, once=a_once(), if_match=("9",)), game.id, 1)
    second = world.caller(token, once=a_once(payload="other"))
    assert world.games.advance(second, game.id, 1).after.game.flips == 2
    assert not second.replayed


def test_keys_are_each_players_own(world: World) -> None:
    token, other = world.sign_in(), world.sign_in()
    world.games.open(world.caller(token, once=a_once()), a_draft(token.player_id), None)
    caller = world.caller(other, once=a_once(payload="other"))
    world.games.open(caller, a_draft(other.player_id), None)
    assert not caller.replayed


def test_a_key_is_good_for_a_day(world: World) -> None:
    token = world.sign_in()
    game = deal(world, token)
    world.games.advance(world.caller(token, once=a_once()), game.id, 1)
    world.pass_time(24 * HOUR_MS)
    repeat = world.caller(token, once=a_once())
    assert world.games.advance(repeat, game.id, 1).after.game.flips == 2
    assert repeat.replayed
