"""What every store of commitments must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.commitments import COMMITMENT_MS, commit
from service.play.errors import (
    CommitmentNotFound,
    CommitmentUsed,
    IdempotencyKeyReused,
    InsufficientScope,
    TooManyOpenGames,
)
from service.play.identity import new_id
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from service.play.caller import Caller
    from tests.worlds import NewWorld, World


def deal(world: World, caller: Caller, commitment_id: str) -> None:
    world.games.open(caller, a_draft(caller.token.player_id), commitment_id)


def beside(world: World, some_id: str) -> Caller:
    """A player in the partition of this id."""
    return world.caller(world.sign_in(new_id(beside=some_id)))


def test_a_commitment_is_kept_for_its_player(world: World) -> None:
    caller = world.caller()
    made = commit(world.commitments, caller)
    assert len(made.server_seed) == 32
    assert world.commitments.get(caller, made.id) == made
    for stranger in (world.caller(), beside(world, made.id)):
        with pytest.raises(CommitmentNotFound) as refusal:
            world.commitments.get(stranger, made.id)
        assert refusal.value.commitment_id == made.id


def test_a_seed_may_hold_any_bytes(world: World) -> None:
    caller = world.caller(once=a_once())
    seed = b" \0\n\xff" * 8
    made = world.commitments.add(caller, new_id(caller.token.player_id), seed)
    again = world.commitments.add(caller, new_id(caller.token.player_id), b"x" * 32)
    assert again == made
    assert made.server_seed == seed


def test_a_commitment_waits_a_day(world: World) -> None:
    caller = world.caller()
    made = commit(world.commitments, caller)
    world.pass_time(COMMITMENT_MS)
    with pytest.raises(CommitmentNotFound):
        world.commitments.get(caller, made.id)
    with pytest.raises(CommitmentNotFound):
        deal(world, caller, made.id)


def test_a_commitment_opens_one_game(world: World) -> None:
    caller = world.caller()
    made = commit(world.commitments, caller)
    deal(world, caller, made.id)
    assert world.commitments.get(caller, made.id) == made
    with pytest.raises(CommitmentUsed) as refusal:
        deal(world, caller, made.id)
    assert refusal.value.commitment_id == made.id


def test_nobody_else_can_use_a_commitment(world: World) -> None:
    made = commit(world.commitments, world.caller())
    for stranger in (world.caller(), beside(world, made.id)):
        with pytest.raises(CommitmentNotFound):
            deal(world, stranger, made.id)


def test_a_deal_that_is_refused_leaves_its_commitment_unused(new_world: NewWorld) -> None:
    world = new_world(open_limit=1)
    caller = world.caller()
    first = world.games.open(caller, a_draft(caller.token.player_id), None).after
    made = commit(world.commitments, caller)
    with pytest.raises(TooManyOpenGames):
        deal(world, caller, made.id)
    world.games.abandon(caller, first.id)
    deal(world, caller, made.id)


def test_a_repeat_gets_the_first_commitment_again_even_when_it_is_used(world: World) -> None:
    token = world.sign_in()
    first = commit(world.commitments, world.caller(token, once=a_once()))
    deal(world, world.caller(token), first.id)
    repeat = world.caller(token, once=a_once())
    assert commit(world.commitments, repeat) == first
    assert repeat.replayed


def test_the_same_key_with_another_payload_is_refused(world: World) -> None:
    token = world.sign_in()
    commit(world.commitments, world.caller(token, once=a_once()))
    with pytest.raises(IdempotencyKeyReused):
        commit(world.commitments, world.caller(token, once=a_once(payload="other")))


def test_a_login_that_may_only_read_gets_no_commitment(world: World) -> None:
    with pytest.raises(InsufficientScope):
        commit(world.commitments, world.caller(world.sign_in(scopes=frozenset(["read"]))))
