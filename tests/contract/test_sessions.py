"""What every store of logins must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import BadCredentials, GameNotFound, InsufficientScope, QuotaExceeded, Unauthenticated
from service.play.identity import Login, Token, new_id
from service.play.quota import Policy
from service.play.sessions import LINK_CODE_MS, SESSION_MS, new_link
from tests.builders import a_caller, a_draft

if TYPE_CHECKING:
    from service.play.sessions import Scope
    from tests.worlds import NewWorld, World

READ: frozenset[Scope] = frozenset(["read"])
DAY_MS = 24 * 60 * 60 * 1000


def test_a_token_is_good_once_it_was_opened(world: World) -> None:
    world.sessions.check(world.caller(world.sign_in()), "play")
    with pytest.raises(Unauthenticated):
        world.sessions.check(a_caller(), "read")


def test_another_token_of_the_same_player_is_not(world: World) -> None:
    token = world.sign_in()
    with pytest.raises(Unauthenticated):
        world.sessions.check(a_caller(Token.new(token.player_id)), "read")


def may_read(world: World, token: Token) -> bool:
    try:
        world.sessions.check(world.caller(token), "read")
    except (InsufficientScope, Unauthenticated):
        return False
    return True


def test_a_login_that_may_only_read_does_not_play(world: World) -> None:
    reader = world.caller(world.sign_in(scopes=frozenset(["read"])))
    world.sessions.check(reader, "read")
    with pytest.raises(InsufficientScope) as refusal:
        world.sessions.check(reader, "play")
    assert refusal.value.needed == "play"


def test_a_login_that_may_play_also_reads(world: World) -> None:
    assert may_read(world, world.sign_in(scopes=frozenset(["play"])))


def test_a_login_without_a_scope_may_nothing(world: World) -> None:
    with pytest.raises(InsufficientScope):
        world.sessions.check(world.caller(world.sign_in(scopes=frozenset())), "read")


def test_a_login_lives_thirty_days_and_says_so(world: World) -> None:
    token = Token.new(new_id())
    first = world.sessions.open(token, frozenset(["read"]))
    second = world.sessions.open(Token.new(token.player_id), frozenset(["read"]))
    assert first.token == token
    assert first.scopes == {"read"}
    assert 0 <= second.expires_at - first.expires_at < 10_000
    world.pass_time(SESSION_MS - 60_000)
    world.sessions.check(world.caller(token), "read")


def test_a_login_that_is_not_used_ends(world: World) -> None:
    token = world.sign_in()
    world.pass_time(SESSION_MS + DAY_MS + 1)
    with pytest.raises(Unauthenticated):
        world.sessions.check(world.caller(token), "read")


def test_a_login_that_is_used_lives_on(world: World) -> None:
    token = world.sign_in()
    for _ in range(3):
        world.pass_time(SESSION_MS - DAY_MS)
        assert may_read(world, token)


def test_signing_out_ends_this_login_alone(world: World) -> None:
    token = world.sign_in()
    other = world.sign_in(token.player_id)
    world.sessions.close(world.caller(token))
    with pytest.raises(Unauthenticated):
        world.sessions.check(world.caller(token), "read")
    world.sessions.check(world.caller(other), "play")


def test_a_login_lives_until_it_is_ended(world: World) -> None:
    token = world.sign_in()
    closed, unopened, ended = world.sign_in(token.player_id), Token.new(token.player_id), world.sign_in()
    world.sessions.close(world.caller(closed))
    world.sessions.close_all(ended.player_id)
    logins = [token.login, closed.login, unopened.login, ended.login, Login(new_id(), token.digest)]
    assert [world.sessions.lives(login) for login in logins] == [True, False, False, False, False]


def test_a_question_whether_a_login_lives_lets_it_live_no_longer(world: World) -> None:
    token = world.sign_in()
    world.pass_time(20 * DAY_MS)
    assert world.sessions.lives(token.login)
    world.pass_time(SESSION_MS - 19 * DAY_MS + 1)
    assert not world.sessions.lives(token.login)


def test_a_question_whether_a_login_lives_costs_nothing(new_world: NewWorld) -> None:
    world = new_world(Policy("player", burst=1, interval_ms=1_000_000))
    token = world.sign_in()
    assert all(world.sessions.lives(token.login) for _ in range(3))
    world.sessions.check(world.caller(token), "read")
    assert world.sessions.lives(token.login)


def test_signing_out_everywhere_ends_all_logins_of_the_player(world: World) -> None:
    token, stranger = world.sign_in(), world.sign_in()
    other = world.sign_in(token.player_id)
    world.sessions.close_all(token.player_id)
    for ended in (token, other):
        with pytest.raises(Unauthenticated):
            world.sessions.check(world.caller(ended), "read")
    world.sessions.check(world.caller(stranger), "play")


def test_a_login_after_signing_out_everywhere_does_not_revive_the_old_ones(world: World) -> None:
    token = world.sign_in()
    world.sessions.close_all(token.player_id)
    world.sessions.check(world.caller(world.sign_in(token.player_id)), "play")
    with pytest.raises(Unauthenticated):
        world.sessions.check(world.caller(token), "read")


def test_a_link_code_opens_its_player_once(world: World) -> None:
    caller = world.caller()
    link = new_link(world.sessions, caller)
    assert world.sessions.open_link(link.code, READ).token.player_id == caller.token.player_id
    with pytest.raises(BadCredentials):
        world.sessions.open_link(link.code, READ)


def test_a_login_by_link_code_has_the_scopes_asked_for_and_ends_with_the_others(world: World) -> None:
    caller = world.caller()
    session = world.sessions.open_link(new_link(world.sessions, caller).code, READ)
    assert session.scopes == READ
    world.sessions.check(world.caller(session.token), "read")
    with pytest.raises(InsufficientScope):
        world.sessions.check(world.caller(session.token), "play")
    world.sessions.close_all(caller.token.player_id)
    with pytest.raises(Unauthenticated):
        world.sessions.check(world.caller(session.token), "read")


@pytest.mark.parametrize("code", ["00AAAAAAAAAAAA", "ZZAAAAAAAAAAAA"])
def test_a_link_code_that_nobody_made_opens_nothing(world: World, code: str) -> None:
    with pytest.raises(BadCredentials):
        world.sessions.open_link(code, READ)


def test_a_link_code_opens_nothing_after_five_minutes(world: World) -> None:
    link = new_link(world.sessions, world.caller())
    world.pass_time(LINK_CODE_MS)
    with pytest.raises(BadCredentials):
        world.sessions.open_link(link.code, READ)


def test_a_login_that_may_only_read_makes_no_link_code(world: World) -> None:
    with pytest.raises(InsufficientScope):
        new_link(world.sessions, world.caller(world.sign_in(scopes=frozenset(["read"]))))


def test_signing_out_everywhere_voids_link_codes(world: World) -> None:
    caller = world.caller()
    link = new_link(world.sessions, caller)
    world.sessions.close_all(caller.token.player_id)
    world.sign_in(caller.token.player_id)
    with pytest.raises(BadCredentials):
        world.sessions.open_link(link.code, READ)


def test_erasing_a_player_removes_logins_and_games_and_nobody_elses(world: World) -> None:
    caller, bystander = world.caller(), world.caller()
    games = [world.games.open(caller, a_draft(caller.token.player_id, n), None).after for n in range(3)]
    kept = world.games.open(bystander, a_draft(bystander.token.player_id), None).after
    world.sessions.erase(caller.token.player_id)
    with pytest.raises(Unauthenticated):
        world.sessions.check(caller, "read")
    for game in games:
        with pytest.raises(GameNotFound):
            world.games.peek(game.id)
    assert world.games.load(bystander, kept.id) == kept


def test_every_request_is_charged_and_told_what_is_left(new_world: NewWorld) -> None:
    world = new_world(policy=Policy("player", burst=2, interval_ms=60_000))
    caller = world.caller()
    for remaining in (1, 0):
        world.sessions.check(caller, "read")
        assert caller.quota is not None
        assert caller.quota.remaining == remaining
    with pytest.raises(QuotaExceeded) as refusal:
        world.games.page(caller, None, 1)
    assert refusal.value.quota == caller.quota
    assert 50_000 < refusal.value.quota.retry_ms <= 60_000
    assert 110_000 < refusal.value.quota.reset_ms <= 120_000


def test_a_players_quota_covers_all_of_their_logins_and_comes_back(new_world: NewWorld) -> None:
    world = new_world(policy=Policy("player", burst=1, interval_ms=60_000))
    token = world.sign_in()
    world.sessions.check(world.caller(token), "read")
    with pytest.raises(QuotaExceeded):
        world.sessions.check(world.caller(world.sign_in(token.player_id)), "read")
    world.sessions.check(world.caller(), "read")
    world.pass_time(60_000)
    world.sessions.check(world.caller(token), "read")
