"""Many requests at one instant: each takes effect once, and none sees half of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.errors import GameOver
from service.play.errors import CommitmentUsed, SaveDiscarded, StaleGame, TooManyOpenGames
from service.play.record import LIFETIME_MS
from tests.builders import a_draft, a_once
from tests.crowd import THREADS, at_once

if TYPE_CHECKING:
    from service.play.identity import Token
    from service.play.record import GameRecord
    from tests.specimen import Specimen
    from tests.worlds import NewWorld, ValkeyWorld


def deal(world: ValkeyWorld, token: Token) -> GameRecord:
    return world.games.open(world.caller(token), a_draft(token.player_id), None).after


def test_twenty_threads_stepping_one_game_make_each_move_once(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = deal(valkey, token)

    def step(_: int) -> list[tuple[int, int]]:
        made: list[tuple[int, int]] = []
        while True:
            try:
                change = valkey.games.advance(valkey.caller(token), game.id, 1)
            except GameOver:
                return made
            made.append((change.before.version, change.after.version))

    made = sorted(pair for pairs in at_once(step) for pair in pairs)
    assert made == [(version, version + 1) for version in range(1, game.game.last)]
    assert len(valkey.outbox.read(10)) == 1


def test_of_many_steps_from_one_version_one_is_taken(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = deal(valkey, token)

    def step(_: int) -> bool:
        try:
            valkey.games.advance(valkey.caller(token, if_match=("1",)), game.id, 1)
        except StaleGame:
            return False
        return True

    assert sum(at_once(step)) == 1
    assert valkey.games.load(valkey.caller(token), game.id).version == 2


def test_one_key_used_by_many_at_once_makes_one_change(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = deal(valkey, token)
    callers = [valkey.caller(token, once=a_once()) for _ in range(THREADS)]
    changes = at_once(lambda at: valkey.games.advance(callers[at], game.id, 3))
    assert all(change == changes[0] for change in changes)
    assert sum(not caller.replayed for caller in callers) == 1
    assert valkey.games.load(valkey.caller(token), game.id).game.flips == 4


def test_one_key_used_for_many_deals_at_once_opens_one_game(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()

    def deal_once(number: int) -> str:
        return valkey.games.open(valkey.caller(token, once=a_once()), a_draft(token.player_id, number), None).after.id

    assert len(set(at_once(deal_once))) == 1
    assert len(valkey.games.page(valkey.caller(token), None, 10).items) == 1


def test_deals_at_once_do_not_get_past_the_limit_of_open_games(new_world: NewWorld) -> None:
    world = new_world(open_limit=5)
    token = world.sign_in()

    def deal_if_allowed(number: int) -> bool:
        try:
            world.games.open(world.caller(token), a_draft(token.player_id, number), None)
        except TooManyOpenGames:
            return False
        return True

    assert sum(at_once(deal_if_allowed)) == 5


def test_a_commitment_used_by_many_at_once_opens_one_game(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    made = valkey.commitments.add(valkey.caller(token), a_draft(token.player_id).id, bytes(32))

    def use(number: int) -> bool:
        try:
            valkey.games.open(valkey.caller(token), a_draft(token.player_id, number), made.id)
        except CommitmentUsed:
            return False
        return True

    assert sum(at_once(use)) == 1


def test_sweepers_and_late_moves_at_once_end_a_game_once(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = deal(valkey, token)
    valkey.pass_time(LIFETIME_MS)

    def end(number: int) -> int:
        if number % 2:
            return valkey.games.expire(10)
        try:
            valkey.games.advance(valkey.caller(token), game.id, 1)
        except GameOver:
            return 0
        raise AssertionError("a move after the deadline")

    assert sum(at_once(end)) <= 1
    assert len(valkey.outbox.read(10)) == 1
    assert valkey.games.load(valkey.caller(token), game.id).version == 2


def test_a_broken_game_is_set_aside_once_however_many_look_at_it(specimen: Specimen) -> None:
    def look(_: int) -> None:
        with pytest.raises(SaveDiscarded):
            specimen.load()

    for _ in range(10):
        specimen.break_up()
        at_once(look)
        specimen.assert_set_aside(specimen.fields | {b"d": b"broken"})


def test_consumers_at_once_share_the_deliveries(valkey: ValkeyWorld) -> None:
    for _ in range(30):
        token = valkey.sign_in()
        valkey.games.advance(valkey.caller(token), deal(valkey, token).id, 104)
    consumers = [valkey.live.outbox() for number in range(4)]
    shares = at_once(lambda at: consumers[at].read(10), len(consumers))
    ids = [delivery.record.id for share in shares for delivery in share if delivery.record]
    assert len(ids) == len(set(ids)) == 30
