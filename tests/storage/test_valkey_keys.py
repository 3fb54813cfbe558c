"""What lies in the store: how much, for how long, and what a time that jumps does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import VARIANTS
from service.play.days import closes_at
from service.play.errors import GameNotFound, QuotaExceeded
from service.play.quota import Policy
from service.play.record import DealKind
from service.storage.valkey.keys import Keys, member
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from service.game.game import Mode
    from service.play.identity import Token
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld

DAY_MS = 24 * 60 * 60 * 1000
LASTING = (b":deadlines", b":outbox", b":dead")
"""What must not go by itself."""


def finished(world: ValkeyWorld, token: Token, number: int = 0) -> GameRecord:
    opened = world.games.open(world.caller(token), a_draft(token.player_id, number), None)
    return world.games.advance(world.caller(token), opened.after.id, 104).after


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("variant", ["standard", "watch", "watch_fork"])
def test_a_game_of_one_deck_takes_less_than_600_bytes_with_its_places_in_the_lists(
    valkey: ValkeyWorld, variant: str, mode: Mode
) -> None:
    token, count = valkey.sign_in(), 10
    keys = Keys.of(token.player_id)
    held = [keys.games(token.player_id), keys.deadlines]
    for number in range(count):
        draft = a_draft(token.player_id, number, rules=VARIANTS[variant], mode=mode)
        game = valkey.games.open(valkey.caller(token), draft, None).after
        held.append(keys.game(game.id))
        assert valkey.redis.object("encoding", held[-1]) in (b"listpack", b"ziplist")
    assert sum(valkey.redis.memory_usage(key, samples=0) for key in held) / count < 600


def test_everything_expires_but_what_must_last(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    caller = valkey.caller(token, once=a_once())
    promise = valkey.commitments.add(caller, a_draft(token.player_id).id, bytes(32))
    valkey.games.open(valkey.caller(token, once=a_once("2")), a_draft(token.player_id), promise.id)
    valkey.games.open(valkey.caller(token), a_draft(token.player_id, kind=DealKind.DAILY), None)
    finished(valkey, token)
    valkey.sessions.add_link(valkey.caller(token), f"{token.player_id[-2:]}CODE")
    valkey.limits.charge(Policy("here", 10, 60_000), "here")
    kinds = set()
    for key in valkey.redis.scan_iter():
        kinds.add(key.split(b":")[1])
        assert key.endswith(LASTING) or valkey.redis.pttl(key) != -1, key
    assert kinds == set(
        b"login logins generation rate commitment commitments once daily game games deadlines outbox link".split(),
    )


def test_an_attempt_at_a_daily_deal_is_remembered_for_two_days_after_its_closing(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    draft = a_draft(token.player_id, kind=DealKind.DAILY)
    valkey.games.open(valkey.caller(token), draft, None)
    assert draft.day
    key = Keys.of(token.player_id).daily(token.player_id, draft.day)
    assert valkey.redis.hgetall(key) == {b"standard": draft.id.encode()}
    forgotten_at = valkey.now() + valkey.redis.pttl(key)
    assert abs(forgotten_at - closes_at(draft.day) - 2 * DAY_MS) < 5_000


def test_a_game_lives_two_weeks_after_each_use(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = finished(valkey, token)
    for _ in range(3):
        valkey.pass_time(14 * DAY_MS)
        record = valkey.games.load(valkey.caller(token), game.id)
        assert record.game == game.game
        assert [listed.id for listed in valkey.games.page(valkey.caller(token), None, 5).items] == [game.id]
    valkey.pass_time(15 * DAY_MS)
    token = valkey.sign_in(token.player_id)
    with pytest.raises(GameNotFound):
        valkey.games.load(valkey.caller(token), game.id)
    assert not valkey.games.page(valkey.caller(token), None, 5).items


def test_a_list_outlives_the_games_in_it(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
    valkey.pass_time(6 * DAY_MS)
    valkey.games.advance(valkey.caller(token), game.id, 104)
    valkey.pass_time(14 * DAY_MS)
    assert [listed.id for listed in valkey.games.page(valkey.caller(token), None, 5).items] == [game.id]


def test_a_list_forgets_games_after_ninety_days(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    games = [finished(valkey, token, number) for number in range(2)]
    index = Keys.of(token.player_id).games(token.player_id)
    valkey.redis.zincrby(index, -91 * DAY_MS, member(games[0].id))
    valkey.games.open(valkey.caller(token), a_draft(token.player_id), None)
    assert games[0].id not in [game.id for game in valkey.games.page(valkey.caller(token), None, 5).items]
    assert games[1].id in [game.id for game in valkey.games.page(valkey.caller(token), None, 5).items]


def test_time_never_runs_backwards_for_a_game(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = valkey.games.open(valkey.caller(token), a_draft(token.player_id), None).after
    ahead = game.updated_at + DAY_MS
    valkey.rewrite(game.id, lambda state: [state[0], ahead, *state[2:]])
    assert valkey.games.advance(valkey.caller(token), game.id, 1).after.updated_at == ahead


def test_a_quota_charged_in_the_future_is_earned_back_as_if_now(valkey: ValkeyWorld) -> None:
    policy = Policy("few", burst=2, interval_ms=1_000)
    valkey.limits.charge(policy, "here")
    [key] = valkey.redis.scan_iter("*:rate:few:*")
    valkey.redis.incrby(key, DAY_MS * 1_000)
    with pytest.raises(QuotaExceeded) as refusal:
        valkey.limits.charge(policy, "here")
    assert refusal.value.quota.reset_ms <= 2_000


def test_the_secrets_of_players_are_not_in_the_store(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    valkey.limits.charge(Policy("here", 10, 60_000), "192.0.2.77")
    valkey.sessions.add_link(valkey.caller(token), f"{token.player_id[-2:]}THECODE")
    secret = token.text.partition(".")[2]
    held = b" ".join(key + b" " + (valkey.redis.dump(key) or b"") for key in valkey.redis.scan_iter())
    for canary in (secret, "192.0.2.77", "THECODE"):
        assert canary.encode() not in held
