"""How full the outbox is, how long it has been waited for, and how many results were set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import StoreUnavailable
from service.play.identity import PARTITIONS
from service.play.results import DeadLetter
from tests.builders import a_draft

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from service.storage.valkey.outbox import ValkeyOutbox
    from tests.worlds import ValkeyWorld


def play(valkey: ValkeyWorld, number: int) -> GameRecord:
    caller = valkey.caller()
    opened = valkey.games.open(caller, a_draft(caller.token.player_id, number), None)
    return valkey.games.advance(caller, opened.after.id, 104).after


def outbox(valkey: ValkeyWorld) -> ValkeyOutbox:
    return valkey.live.outbox(claim_after_ms=0)


def test_an_empty_outbox_keeps_nobody_waiting(valkey: ValkeyWorld) -> None:
    assert outbox(valkey).oldest() is None


def test_the_oldest_is_told_of_all_partitions_until_it_is_confirmed(valkey: ValkeyWorld) -> None:
    games = [play(valkey, number) for number in range(4)]
    assert games[0].updated_at <= (outbox(valkey).oldest() or 0) <= games[1].updated_at
    deliveries = {delivery.record.id: delivery for delivery in outbox(valkey).read(10) if delivery.record}
    outbox(valkey).confirm([deliveries[games[0].id]])
    assert games[1].updated_at <= (outbox(valkey).oldest() or 0) <= valkey.now()
    outbox(valkey).confirm([deliveries[game.id] for game in games[1:]])
    assert outbox(valkey).oldest() is None


def test_letters_are_counted_and_told_oldest_first(valkey: ValkeyWorld) -> None:
    letters = valkey.live.dead_letters()
    assert (letters.count(), list(letters.dead())) == (0, [])
    for number in (1, 2, 3):
        valkey.redis.xadd("{3f}:dead", {"reason": str(number)}, id=f"{number}-0")
    assert letters.count() == 3
    assert list(letters.dead(2)) == [DeadLetter("3f", f"{number}-0", None, str(number)) for number in (1, 2, 3)]


def test_a_letter_is_replayed_once(valkey: ValkeyWorld) -> None:
    play(valkey, 0)
    [delivery] = valkey.outbox.read(10)
    valkey.outbox.bury(delivery, "a reason")
    letters = valkey.live.dead_letters()
    [letter] = letters.dead()
    assert [letters.replay([letter]) for _ in range(2)] == [1, 0]
    assert outbox(valkey).depth() == 1
    assert letters.replay([]) == 0


def test_a_broken_key_hides_only_its_own_partition(valkey: ValkeyWorld) -> None:
    valkey.redis.set("{00}:dead", "broken")
    valkey.redis.set("{00}:outbox", "broken")
    valkey.redis.xadd("{3f}:dead", {"reason": "sound"})
    letters = valkey.live.dead_letters()
    assert letters.count() == 1
    assert [letter.reason for letter in letters.dead()] == ["sound"]
    assert valkey.faults["dead letters"].keys() == {"00"}
    assert outbox(valkey).oldest() is None
    assert valkey.faults["oldest"].keys() == {"00"}


def test_where_every_key_is_broken_the_store_is_to_blame(valkey: ValkeyWorld) -> None:
    for tag in PARTITIONS:
        valkey.redis.set(f"{{{tag}}}:dead", "broken")
    with pytest.raises(StoreUnavailable):
        valkey.live.dead_letters().count()
