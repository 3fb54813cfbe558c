"""Values that nobody wrote here, wherever one can stand: they are passed over, and no request fails by them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from service.play.commitments import commit
from service.play.errors import BadCredentials, CommitmentNotFound, IdempotencyKeyReused, QuotaExceeded
from service.play.identity import new_id
from service.play.quota import Policy
from service.play.record import LIFETIME_MS, DealKind
from service.play.sessions import ALL_SCOPES, new_link
from service.storage.valkey.keys import Keys, member
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from service.play.record import Change
    from tests.worlds import ValkeyWorld

NOT_IDS = [b"", b"x", b"x" * 15, b"\xff" * 17]


def test_a_link_code_opens_nothing_once_its_generation_has_ended(
    valkey: ValkeyWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    player_id = (token := valkey.sign_in()).player_id
    code = new_link(valkey.sessions, valkey.caller(token)).code
    store = valkey.live.sessions._store
    command = store.command

    def then_signed_out_everywhere(*words: Any) -> Any:
        answer = command(*words)
        command("DEL", Keys.of(player_id).generation(player_id))
        return answer

    monkeypatch.setattr(store, "command", then_signed_out_everywhere)
    with pytest.raises(BadCredentials):
        valkey.sessions.open_link(code, ALL_SCOPES)
    assert not valkey.redis.exists(Keys.of(player_id).generation(player_id))


@pytest.mark.parametrize("junk", [b"", b"junk", b"\xff \xff", b"no-id generation", b"a b c"])
def test_a_link_record_of_junk_opens_nothing(valkey: ValkeyWorld, junk: bytes) -> None:
    valkey.redis.set(Keys("00").link("00AAAAAAAAAAAA"), junk)
    with pytest.raises(BadCredentials):
        valkey.sessions.open_link("00AAAAAAAAAAAA", ALL_SCOPES)


@pytest.mark.parametrize("junk", [b"junk", b"\xff", b"", b"1 2 3", b"x 9 " + b"y" * 32])
def test_an_idempotency_record_of_junk_is_no_answer(valkey: ValkeyWorld, junk: bytes) -> None:
    token = valkey.sign_in()
    valkey.games.open(valkey.caller(token, once=a_once()), a_draft(token.player_id), None)
    [key] = valkey.redis.scan_iter("*:once:*")
    valkey.redis.set(key, valkey.redis.get(key).partition(b" ")[0] + b" " + junk)
    with pytest.raises(IdempotencyKeyReused):
        valkey.games.open(valkey.caller(token, once=a_once()), a_draft(token.player_id), None)
    with pytest.raises(IdempotencyKeyReused):
        commit(valkey.commitments, valkey.caller(token, once=a_once()))


def test_an_idempotency_record_of_another_type_is_no_answer(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
    valkey.games.advance(valkey.caller(token, once=a_once()), game.id, 1)
    [key] = valkey.redis.scan_iter("*:once:*")
    valkey.redis.delete(key)
    valkey.redis.rpush(key, "junk")
    with pytest.raises(IdempotencyKeyReused):
        valkey.games.advance(valkey.caller(token, once=a_once()), game.id, 1)
    with pytest.raises(IdempotencyKeyReused):
        commit(valkey.commitments, valkey.caller(token, once=a_once()))


BEFORE, AFTER = "1 1 0 AT 0 -", "2 2 0 AT 0 -"
HISTORIES = [
    BEFORE,
    f"{BEFORE} {BEFORE}",
    f"{AFTER} {BEFORE}",
    f"{BEFORE} {AFTER} {AFTER}",
    f"{BEFORE} 2 2 0 0 0 -",
    f"{BEFORE} 2 2 0 {'9' * 30} 0 -",
    f"{BEFORE} 2 {'9' * 30} 0 AT 0 -",
    f"{BEFORE} 99 99 0 AT 0 -",
    f"{BEFORE} 2 4 0 AT 0 -",
    f"{BEFORE} 2 3 1 AT 0 -",
    f"{BEFORE} 2 2 0 AT 0 d",
    f"{BEFORE} 2 2 0 AT 0 junk",
    f"{BEFORE} 2 2 0 AT x -",
    f"{BEFORE} 2 1 -1 AT 0 -",
    f"0 0 0 AT 0 - {AFTER}",
]


def step_again(world: ValkeyWorld, history: str) -> Change:
    """A repeated step whose record was put in the place of what was written."""
    token = world.sign_in()
    game = world.games.open(world.caller(token), a_draft(token.player_id), None).after
    world.games.advance(world.caller(token, once=a_once()), game.id, 1)
    [key] = world.redis.scan_iter("*:once:*")
    payload, _, _ = world.redis.get(key).partition(b" ")
    world.redis.set(key, payload + b" " + history.replace("AT", str(game.opened_at)).encode())
    return world.games.advance(world.caller(token, once=a_once()), game.id, 1)


def test_a_history_that_could_have_been_written_is_answered(valkey: ValkeyWorld) -> None:
    change = step_again(valkey, f"{BEFORE} {AFTER}")
    assert (change.before.version, change.after.version) == (1, 2)


@pytest.mark.parametrize("history", HISTORIES)
def test_a_history_of_junk_is_no_answer(valkey: ValkeyWorld, history: str) -> None:
    with pytest.raises(IdempotencyKeyReused):
        step_again(valkey, history)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": None},
        {"seed": b"short"},
        {"seed": b"x" * 32},
        {"expires_at": None},
        {"expires_at": b"soon"},
        {"expires_at": b"9" * 30},
        {"hash": None},
    ],
)
def test_a_commitment_that_was_changed_is_none(valkey: ValkeyWorld, change: dict[str, bytes | None]) -> None:
    token = valkey.sign_in()
    made = commit(valkey.commitments, valkey.caller(token))
    key = valkey.key("commitment", made.id)
    for field, value in change.items():
        valkey.redis.hdel(key, field) if value is None else valkey.redis.hset(key, field, value)
    with pytest.raises(CommitmentNotFound):
        valkey.commitments.get(valkey.caller(token), made.id)


@pytest.mark.parametrize("junk", [b"", b"junk", b"\xff"])
def test_an_attempt_at_a_daily_deal_that_is_junk_is_none(valkey: ValkeyWorld, junk: bytes) -> None:
    token = valkey.sign_in()
    draft = a_draft(token.player_id, kind=DealKind.DAILY)
    key = Keys.of(token.player_id).daily(token.player_id, draft.day)
    valkey.redis.hset(key, "standard", junk)
    valkey.games.open(valkey.caller(token), draft, None)
    assert valkey.redis.hget(key, "standard") == draft.id.encode()


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_a_list_passes_over_what_is_no_game(valkey: ValkeyWorld, limit: int) -> None:
    token = valkey.sign_in()
    games = [valkey.games.open(valkey.caller(token), a_draft(token.player_id, n), None).after for n in range(3)]
    index, newest = Keys.of(token.player_id).games(token.player_id), games[-1].opened_at
    junk = {member: newest - at for at, member in enumerate(NOT_IDS)}
    junk |= {b"+" + name: -newest - LIFETIME_MS for name in NOT_IDS}
    valkey.redis.zadd(index, junk | {member(new_id()): newest + 0.5, member(new_id()): 1e300})
    for in_play in (False, True):
        page = valkey.games.page(valkey.caller(token), None, limit, in_play=in_play)
        found = list(page.items)
        while page.next is not None:
            page = valkey.games.page(valkey.caller(token), page.next, limit, in_play=in_play)
            found += page.items
        assert {game.id for game in found} == {game.id for game in games}
    assert len(list(valkey.games.walk(valkey.caller(token)))) == 3


def test_a_player_whose_list_holds_junk_can_be_erased(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    valkey.games.open(valkey.caller(token), a_draft(token.player_id), None)
    index = Keys.of(token.player_id).games(token.player_id)
    valkey.redis.zadd(index, dict.fromkeys(NOT_IDS, 5))
    valkey.sessions.erase(token.player_id)
    assert not valkey.redis.exists(index)
    assert not list(valkey.redis.scan_iter("*:game:*"))


def test_deadlines_of_what_is_no_game_are_dropped_and_hold_up_no_game(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
    deadlines = Keys.of(game.id).deadlines
    valkey.pass_time(LIFETIME_MS)
    valkey.redis.zadd(deadlines, dict.fromkeys(NOT_IDS, 1) | {member(game.id)[:-1] + b"\0": 1})
    assert valkey.games.expire(10) == 1
    assert not valkey.redis.exists(deadlines)


@pytest.mark.parametrize("junk", ["junk", "nan", "inf", "-inf", "1e999", None])
def test_a_quota_of_junk_is_replaced(valkey: ValkeyWorld, junk: str | None) -> None:
    policy = Policy("few", burst=2, interval_ms=1_000)
    valkey.limits.charge(policy, "here")
    [key] = valkey.redis.scan_iter("*:rate:few:*")
    valkey.redis.delete(key)
    valkey.redis.set(key, junk) if junk else valkey.redis.lpush(key, "junk")
    for _ in range(2):
        with suppress(QuotaExceeded):
            valkey.limits.charge(policy, "here")
    assert 0 < int(valkey.redis.get(key)) < 1e18
    assert 0 < valkey.redis.pttl(key) <= 2_000
