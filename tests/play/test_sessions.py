"""Signing in with a secret or a link code, and out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play import players, sessions
from service.play.caller import Caller
from service.play.errors import BadCredentials, InsufficientScope, QuotaExceeded, Unauthenticated
from service.play.identity import new_id, partition_of, secret_digest
from service.play.sessions import ALL_SCOPES, FAILURES
from tests.play.world import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.identity import Token
    from service.play.sessions import Scope, Session
    from tests.play.world import World

READ: frozenset[Scope] = frozenset(["read"])


def with_secret(world: World, player_id: str, secret: str) -> Session:
    return sessions.sign_in_with_secret(
        world.sessions, world.players, world.limits, ADDRESS, player_id, secret, ALL_SCOPES
    )


def with_link(world: World, code: str) -> Session:
    return sessions.sign_in_with_link(world.sessions, world.limits, ADDRESS, code, ALL_SCOPES)


def a_player(world: World) -> str:
    return world.players.add(new_id(), "Ada", secret_digest("secret")).id


def test_the_secret_opens_a_new_login(world: World) -> None:
    player_id = a_player(world)
    session = with_secret(world, player_id, "secret")
    assert session.token.player_id == player_id
    world.sessions.check(Caller(session.token), "play")


def test_a_wrong_secret_and_an_unknown_player_are_told_apart_by_nobody(world: World) -> None:
    for player_id, secret in ((a_player(world), "wrong"), (new_id(), "secret")):
        with pytest.raises(BadCredentials) as refused:
            with_secret(world, player_id, secret)
        assert refused.value.args == ()


def test_too_many_failures_lock_an_address_out_for_a_while_even_with_the_right_secret(world: World) -> None:
    player_id = a_player(world)
    for _ in range(FAILURES.burst):
        with pytest.raises(BadCredentials):
            with_secret(world, player_id, "wrong")
    with pytest.raises(QuotaExceeded):
        with_secret(world, player_id, "secret")
    world.memory.now += int(FAILURES.interval_ms)
    assert with_secret(world, player_id, "secret")


def test_signing_in_costs_nothing_as_long_as_it_succeeds(world: World) -> None:
    player_id = a_player(world)
    signed_in = [with_secret(world, player_id, "secret") for _ in range(2 * FAILURES.burst)]
    assert {session.token.player_id for session in signed_in} == {player_id}
    assert len({session.token for session in signed_in}) == 2 * FAILURES.burst


def test_a_link_code_signs_in_once_however_it_is_typed(world: World) -> None:
    caller = world.caller()
    code = sessions.new_link(world.sessions, caller).code
    assert code[:2].lower() == partition_of(caller.token.player_id)
    typed = f" {code[:4].lower()}-{code[4:9]} {code[9:]}"
    assert with_link(world, typed).token.player_id == caller.token.player_id
    with pytest.raises(BadCredentials):
        with_link(world, code)


@pytest.mark.parametrize("code", ["", "x", "00000000000000", "IIIIIIIIIIIIII", "0" * 13, "0" * 15, "\u0660" * 14])
def test_what_is_no_link_code_opens_nothing_and_counts_as_a_failure(world: World, code: str) -> None:
    for _ in range(FAILURES.burst):
        with pytest.raises(BadCredentials):
            with_link(world, code)
    with pytest.raises(QuotaExceeded):
        with_link(world, code)


def during(world: World, monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Let something happen when a login is about to be opened, after the secret was looked at."""
    opened = world.sessions.open

    def late(token: Token, scopes: frozenset[Scope]) -> Session:
        change()
        return opened(token, scopes)

    monkeypatch.setattr(world.sessions, "open", late)


def test_a_player_who_is_erased_while_signing_in_is_signed_in_nowhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = world.caller(a_player(world))
    during(world, monkeypatch, lambda: players.erase(world.players, world.sessions, world.races, caller))
    with pytest.raises(BadCredentials):
        with_secret(world, caller.token.player_id, "secret")
    assert not world.memory.logins


def test_a_secret_that_is_replaced_while_signing_in_opens_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = world.caller(a_player(world))
    during(world, monkeypatch, lambda: players.rotate_secret(world.players, world.sessions, caller))
    with pytest.raises(BadCredentials):
        with_secret(world, caller.token.player_id, "secret")
    assert world.memory.logins.keys() == {caller.token.digest}


def test_link_codes_differ(world: World) -> None:
    caller = world.caller()
    assert len({sessions.new_link(world.sessions, caller).code for _ in range(100)}) == 100


def test_signing_out_ends_this_login_alone(world: World) -> None:
    one = world.caller()
    other = world.caller(one.token.player_id)
    sessions.sign_out(world.sessions, one)
    world.sessions.check(other, "play")
    with pytest.raises(Unauthenticated):
        world.sessions.check(one, "read")


def test_signing_out_everywhere_ends_every_login_of_that_player(world: World) -> None:
    stranger, one = world.caller(), world.caller()
    other = world.caller(one.token.player_id)
    sessions.sign_out_everywhere(world.sessions, one)
    world.sessions.check(stranger, "play")
    for caller in (one, other):
        with pytest.raises(Unauthenticated):
            world.sessions.check(caller, "read")


def test_whoever_may_only_read_signs_nobody_else_in_or_out(world: World) -> None:
    reader = world.caller(scopes=READ)
    with pytest.raises(InsufficientScope):
        sessions.new_link(world.sessions, reader)
    with pytest.raises(InsufficientScope):
        sessions.sign_out_everywhere(world.sessions, reader)
