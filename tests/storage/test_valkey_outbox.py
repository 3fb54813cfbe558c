"""The outbox on a real server: poison, lost groups, consumers that vanish."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.play.results import record_results
from service.storage.valkey.codec import Codec, sum_of
from service.storage.valkey.fields import NAMES
from service.storage.valkey.keys import Keys
from tests.builders import a_deal, a_draft, a_game
from tests.fakes import FakeResults
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from service.play.record import Draft, GameRecord
    from tests.worlds import ValkeyWorld


def play(world: ValkeyWorld, draft: Draft | None = None) -> GameRecord:
    """A ranked game of a new player's, played to its end."""
    caller = world.caller()
    draft = draft or a_draft(caller.token.player_id)
    world.games.open(caller, draft, None)
    return world.games.advance(caller, draft.id, 104).after


def entry(draft: Draft, state: bytes) -> dict[bytes, bytes]:
    """What the scripts would send of such a game."""
    values = [*Codec(SECRETS).facts(draft), state]
    return {b"id": draft.id.encode(), **dict(zip(NAMES, [*values, sum_of(draft.id, values)], strict=True))}


ENDED = b"1 1 38 38 0 0"
POISON = [
    {b"junk": b"\xff"},
    {b"id": b"\xff"},
    entry(a_draft(), b"1 1 2 2 0 0"),
    entry(a_draft(), b"1 1 99 99 0 0"),
    entry(a_draft(), b"1 1 1 1"),
    entry(a_draft(practice=True), ENDED),
    entry(replace(a_draft(), game=a_game(1)), b"1 1 1 2 1 0"),
    entry(a_draft(), ENDED) | {b"d": b"changed"},
    entry(a_draft(), ENDED) | {b"id": a_draft().id.encode()},
]


@pytest.mark.parametrize("fields", POISON, ids=range(len(POISON)))
def test_poison_is_set_aside_with_its_reason_and_the_others_go_through(
    valkey: ValkeyWorld, fields: dict[bytes, bytes]
) -> None:
    game = play(valkey)
    keys = Keys.of(game.id)
    valkey.redis.xadd(keys.outbox, fields)
    another = play(valkey)
    results = FakeResults()
    assert record_results(valkey.outbox, results, 10) == 3
    assert results.recorded.keys() == {game.id, another.id}
    [(_, buried)] = valkey.redis.xrange(keys.dead)
    assert buried.pop(b"reason")
    assert buried == fields
    assert not valkey.outbox.read(10)


def test_an_entry_as_the_scripts_send_it_is_no_poison(valkey: ValkeyWorld) -> None:
    draft = a_draft()
    valkey.redis.xadd(Keys.of(draft.id).outbox, entry(draft, ENDED))
    [delivery] = valkey.outbox.read(10)
    assert delivery.record is not None
    assert delivery.record.draft == draft
    assert draft.game.deal == a_deal()


def test_a_group_that_is_lost_is_made_again_and_nothing_is_missed(valkey: ValkeyWorld) -> None:
    game = play(valkey)
    assert len(valkey.outbox.read(10)) == 1
    valkey.redis.xgroup_destroy(Keys.of(game.id).outbox, "results")
    [delivery] = valkey.outbox.read(10)
    assert delivery.record == game


def test_what_a_consumer_left_behind_goes_to_another_only_after_a_while(valkey: ValkeyWorld) -> None:
    game = play(valkey)
    patient = valkey.live.outbox(consumer="patient", claim_after_ms=3_600_000)
    eager = valkey.live.outbox(consumer="eager", claim_after_ms=0)
    assert [delivery.attempts for delivery in patient.read(10)] == [1]
    assert not patient.read(10)
    [delivery] = eager.read(10)
    assert (delivery.attempts, delivery.record) == (2, game)


def test_what_was_released_goes_to_a_patient_consumer_at_once(valkey: ValkeyWorld) -> None:
    play(valkey)
    patient = valkey.live.outbox(consumer="patient", claim_after_ms=3_600_000)
    patient.release(patient.read(10))
    assert [delivery.attempts for delivery in patient.read(10)] == [1]


def test_a_partition_full_of_leftovers_brings_no_more_than_asked_for(valkey: ValkeyWorld) -> None:
    caller = valkey.caller()
    for number in range(6):
        opened = valkey.games.open(caller, a_draft(caller.token.player_id, number), None)
        valkey.games.advance(caller, opened.after.id, 104)
        if number == 2:
            valkey.outbox.read(10)
    assert sorted(delivery.attempts for delivery in valkey.outbox.read(4)) == [1, 2, 2, 2]


def test_its_depth_is_what_is_neither_confirmed_nor_buried(valkey: ValkeyWorld) -> None:
    outbox = valkey.live.outbox(consumer="one")
    assert outbox.depth() == 0
    for _ in range(3):
        play(valkey)
    first, second, _ = outbox.read(10)
    assert outbox.depth() == 3
    outbox.confirm([first])
    outbox.bury(second, "a reason")
    assert outbox.depth() == 1
