"""What races leave in the store, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import GameNotFound, IdempotencyKeyReused, Unauthenticated
from service.play.race_errors import RaceNotFound
from service.play.recording import record_results
from service.play.tickets import new_ticket, redeem
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.lifetimes import DAY_MS
from tests.builders import a_once
from tests.fakes import FakeResults
from tests.party import Party

if TYPE_CHECKING:
    from tests.worlds import ValkeyWorld

LASTING = (b":race-deadlines", b":outbox", b"lobby")
"""What must not go by itself."""


def test_everything_of_a_race_expires_but_what_must_last(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2).started()
    Party(valkey, 2)
    party.move(1, caller=valkey.caller(party.tokens[0], once=a_once()))
    valkey.races.aim(valkey.caller(party.tokens[0], once=a_once("aim")), party.id, None)
    valkey.races.meet(party.race.terms, party.id, None)
    valkey.tickets.add(party.caller(1), f"{party.tokens[0].player_id[-2:]}{'x' * 43}")
    kinds = set()
    for key in valkey.redis.scan_iter():
        kinds.add(key.rpartition(b"}:")[2].split(b":")[0])
        assert key.endswith(LASTING) or valkey.redis.pttl(key) != -1, key
    assert kinds - {b"rate"} == set(
        b"login logins generation once aim ticket race race-events race-deadlines races seated meet game "
        b"lobby".split()
    )


def test_a_race_with_its_events_and_games_is_kept_for_two_days_after_its_end(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2, time_limit_s=10).started()
    party.move(1)
    valkey.pass_time(10_000)
    assert party.race.status == "finished"
    own = Keys.of(party.id)
    keys = own.race(party.id), own.race_events(party.id), *(own.game(party.game_id(seat)) for seat in (1, 2))
    for key in keys:
        assert abs(valkey.redis.pttl(key) - 2 * DAY_MS) < 60_000
    record_results(valkey.outbox, FakeResults(), 10)
    valkey.pass_time(2 * DAY_MS + 1_000)
    with pytest.raises(RaceNotFound):
        valkey.races.load(party.id)
    with pytest.raises(GameNotFound):
        valkey.games.load(party.caller(1), party.game_id(1))
    with pytest.raises(GameNotFound):
        party.move(1)


def test_a_race_that_nobody_ends_outlives_a_long_outage_of_the_workers(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2, time_limit_s=10).started()
    party.move(1)
    valkey.pass_time(14 * DAY_MS)
    assert valkey.races.sweep(10) == 1
    results = FakeResults()
    assert record_results(valkey.outbox, results, 10) == 3
    assert results.recorded.keys() == {party.game_id(1), party.game_id(2)}


def test_a_race_is_struck_off_the_lobby_when_it_closes(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2)
    assert valkey.redis.zrange("lobby", 0, -1) == [member(party.id)]
    party.announced()
    assert not valkey.redis.exists("lobby")


def test_no_card_and_no_secret_is_told_by_the_events(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2).started()
    party.move(1)
    party.move(2, right=False)
    told = b"".join(event.body() for event in party.events)
    assert party.race.secret.hex().encode() not in told
    assert not any(name in told for name in (b"deck", b"card", b"hand", b"game_id", b"client_seed"))


def test_a_ticket_is_worth_nothing_once_its_players_logins_have_ended(valkey: ValkeyWorld) -> None:
    caller = valkey.caller()
    good, ended = new_ticket(valkey.tickets, caller), new_ticket(valkey.tickets, caller)
    assert redeem(valkey.tickets, good.text) == caller.token.login
    valkey.sessions.close_all(caller.token.player_id)
    with pytest.raises(Unauthenticated):
        redeem(valkey.tickets, ended.text)


@pytest.mark.parametrize("junk", [b"", b"junk", b"\xff \xff", b"no-id generation"])
def test_a_ticket_of_junk_opens_nothing(valkey: ValkeyWorld, junk: bytes) -> None:
    text = "00" + "x" * 43
    valkey.redis.set(Keys("00").ticket(text), junk)
    with pytest.raises(Unauthenticated):
        redeem(valkey.tickets, text)


def test_a_choice_of_junk_is_no_choice(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    caller = valkey.caller(token, once=a_once())
    valkey.races.aim(caller, Party(valkey, 2).id, None)
    [key] = valkey.redis.scan_iter("*:aim:*")
    for junk in (b"", b"junk", valkey.redis.get(key)[:-1]):
        valkey.redis.set(key, junk)
        with pytest.raises(IdempotencyKeyReused):
            valkey.races.aimed(caller)
