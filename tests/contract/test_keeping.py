"""What every live store must tell of what it keeps about a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import VARIANTS
from service.play.commitments import COMMITMENT_MS, commit
from service.play.identity import new_id
from service.play.keeping import Attempt, Kept
from service.play.record import DealKind
from service.play.sessions import ALL_SCOPES, SESSION_MS, new_link
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from service.play.identity import Token
    from service.play.sessions import Scope
    from tests.worlds import World

DAY_MS = 24 * 60 * 60 * 1000
READ: frozenset[Scope] = frozenset(["read"])
NOTHING = Kept((), (), ())


def kept(world: World, token: Token) -> Kept:
    return world.keeping.of(token.login)


def logins(world: World, token: Token) -> set[tuple[frozenset[Scope], bool]]:
    """Scopes of the logins, and whether they are the one that asks."""
    return {(login.scopes, login.current) for login in kept(world, token).logins}


@pytest.fixture
def token(world: World) -> Token:
    """A player's, whose partition they share with others."""
    token = world.sign_in()
    neighbour = world.sign_in(new_id(beside=token.player_id))
    commit(world.commitments, world.caller(neighbour))
    world.games.open(world.caller(neighbour), a_draft(neighbour.player_id, kind=DealKind.DAILY), None)
    return token


def test_logins_are_told_by_what_they_may_do_and_when_they_are_gone(world: World, token: Token) -> None:
    world.sign_in(token.player_id, READ)
    assert logins(world, token) == {(ALL_SCOPES, True), (READ, False)}
    for login in kept(world, token).logins:
        assert -5_000 < login.expires_at - world.now() - SESSION_MS <= DAY_MS


def test_a_login_by_a_link_code_is_one(world: World, token: Token) -> None:
    linked = world.sessions.open_link(new_link(world.sessions, world.caller(token)).code, READ)
    assert logins(world, linked.token) == {(ALL_SCOPES, False), (READ, True)}


def test_a_login_is_told_for_as_long_as_it_lives_and_no_longer(world: World, token: Token) -> None:
    world.sign_in(token.player_id, READ)
    for _ in range(3):
        world.pass_time(SESSION_MS // 2)
        world.sessions.check(world.caller(token), "play")
    assert logins(world, token) == {(ALL_SCOPES, True)}
    world.sign_in(token.player_id, READ)
    assert logins(world, token) == {(ALL_SCOPES, True), (READ, False)}


def test_a_login_that_has_ended_is_told_no_longer(world: World, token: Token) -> None:
    other = world.sign_in(token.player_id, READ)
    world.sessions.close(world.caller(other))
    assert logins(world, token) == {(ALL_SCOPES, True)}
    world.sessions.close_all(token.player_id)
    assert kept(world, token) == NOTHING
    assert logins(world, world.sign_in(token.player_id, READ)) == {(READ, True)}


def test_commitments_are_told_until_they_are_used_or_expire(world: World, token: Token) -> None:
    used, first = (commit(world.commitments, world.caller(token)) for _ in range(2))
    world.games.open(world.caller(token), a_draft(token.player_id), used.id)
    assert kept(world, token).commitments == (first,)
    world.pass_time(COMMITMENT_MS // 2)
    last = commit(world.commitments, world.caller(token, once=a_once()))
    commit(world.commitments, world.caller(token, once=a_once()))
    assert [one.id for one in kept(world, token).commitments] == [first.id, last.id]
    world.pass_time(COMMITMENT_MS // 2)
    assert [one.id for one in kept(world, token).commitments] == [last.id]
    world.pass_time(COMMITMENT_MS // 2)
    assert not kept(world, token).commitments


def test_attempts_are_told_by_their_games(world: World, token: Token) -> None:
    drafts = [
        a_draft(token.player_id, kind=DealKind.DAILY, rules=VARIANTS[name], day=world.today) for name in VARIANTS
    ]
    for draft in drafts:
        world.games.open(world.caller(token), draft, None)
    world.games.abandon(world.caller(token), drafts[0].id)
    expected = tuple(Attempt(world.today, draft.variant, draft.id) for draft in drafts)
    assert kept(world, token).attempts == expected


def test_nothing_is_kept_of_a_player_who_was_erased(world: World, token: Token) -> None:
    commit(world.commitments, world.caller(token))
    world.games.open(world.caller(token), a_draft(token.player_id, kind=DealKind.DAILY), None)
    told = kept(world, token)
    assert all((told.logins, told.commitments, told.attempts))
    world.sessions.erase(token.player_id)
    assert kept(world, token) == NOTHING
