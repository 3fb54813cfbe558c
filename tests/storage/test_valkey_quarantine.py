"""What becomes of a stored game that fails its check, and who may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import GameNotFound, SaveDiscarded
from service.play.games import proof
from service.play.record import LIFETIME_MS
from service.storage.valkey.keys import Keys, member
from tests.builders import a_draft
from tests.fakes import FakeResults
from tests.specimen import Specimen

if TYPE_CHECKING:
    from tests.worlds import ValkeyWorld


def test_a_broken_game_is_still_nobody_elses(specimen: Specimen) -> None:
    stranger = specimen.world.caller()
    beside = specimen.world.caller(specimen.world.sign_in(a_draft(specimen.id).id))
    specimen.break_up()
    for caller in (stranger, beside):
        with pytest.raises(GameNotFound):
            specimen.world.games.load(caller, specimen.id)
    with pytest.raises(SaveDiscarded):
        specimen.load()
    for caller in (stranger, beside):
        with pytest.raises(GameNotFound):
            specimen.world.games.advance(caller, specimen.id, 1)


def test_a_look_from_outside_discards_too(specimen: Specimen) -> None:
    specimen.break_up()
    for _ in range(2):
        with pytest.raises(SaveDiscarded):
            specimen.world.games.peek(specimen.id)
    assert specimen.world.discarded == [(specimen.id, "the sum does not fit the fields")]
    specimen.assert_set_aside(specimen.fields | {b"d": b"broken"})


@pytest.mark.parametrize("owner", [b"", b"short", bytes(16), b"x" * 17])
def test_a_broken_game_that_does_not_say_whose_it_is_is_set_aside_too(specimen: Specimen, owner: bytes) -> None:
    specimen.become(specimen.fields | {b"o": owner})
    with pytest.raises(SaveDiscarded):
        specimen.world.games.peek(specimen.id)
    assert specimen.world.redis.hkeys(specimen.key) == [b"discarded"]


def test_who_asks_for_the_proof_of_a_broken_game_hears_of_it_only_if_it_is_theirs(specimen: Specimen) -> None:
    specimen.break_up()
    for anyone in (None, specimen.world.caller()):
        with pytest.raises(GameNotFound):
            proof(specimen.world.games, FakeResults(), specimen.world.now, anyone, specimen.id)
    with pytest.raises(SaveDiscarded):
        proof(specimen.world.games, FakeResults(), specimen.world.now, specimen.caller, specimen.id)


def test_a_list_leaves_out_what_is_broken_or_gone(valkey: ValkeyWorld) -> None:
    specimen = Specimen(valkey)
    player_id = specimen.caller.token.player_id
    sound, gone = (valkey.games.open(specimen.caller, a_draft(player_id, n), None).after for n in (1, 2))
    specimen.break_up()
    valkey.redis.delete(valkey.key("game", gone.id))
    for _ in range(2):
        page = valkey.games.page(specimen.caller, None, 10)
        assert (page.items, page.next) == ((sound,), None)
    assert len(valkey.discarded) == 1
    assert valkey.redis.zcount(Keys.of(player_id).games(player_id), 0, "+inf") == 2


def test_the_sweeper_discards_what_is_broken_and_goes_on(valkey: ValkeyWorld) -> None:
    specimen, other = Specimen(valkey), Specimen(valkey, 1)
    valkey.pass_time(LIFETIME_MS)
    specimen.break_up()
    valkey.redis.zadd(Keys.of(specimen.id).deadlines, {member(specimen.id): 0})
    assert valkey.games.expire(10) == 1
    assert [game_id for game_id, _ in valkey.discarded] == [specimen.id]
    assert valkey.games.expire(10) == 0
    assert not valkey.redis.zcount(valkey.key("games", specimen.caller.token.player_id), "-inf", 0)
    assert [delivery.record and delivery.record.id for delivery in valkey.outbox.read(10)] == [other.id]


def test_erasing_a_player_leaves_nothing_that_names_them_for_more_than_a_day(valkey: ValkeyWorld) -> None:
    specimen = Specimen(valkey)
    specimen.break_up()
    with pytest.raises(SaveDiscarded):
        specimen.load()
    valkey.sessions.erase(specimen.caller.token.player_id)
    for key in valkey.redis.scan_iter():
        assert b":login:" in key or valkey.redis.pttl(key) <= 25 * 60 * 60 * 1000
    assert valkey.redis.zcard(Keys.of(specimen.id).deadlines) == 0
