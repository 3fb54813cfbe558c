"""The outbox on a real server: poison, lost groups, consumers that vanish."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.game.shuffle import shuffle as shuffled
from service.play.errors import StoreUnavailable
from service.play.identity import PARTITIONS
from service.play.recording import record_results
from service.play.results import MOST_ATTEMPTS
from service.storage.valkey import LiveStore
from service.storage.valkey import outbox as outbox_module
from service.storage.valkey.codec import Codec, sum_of
from service.storage.valkey.fields import NAMES
from service.storage.valkey.keys import Keys
from tests.builders import OPENED_AT, a_deal, a_draft, a_game
from tests.fakes import FakeResults
from tests.lossy import LossyProxy
from tests.worlds import GENEROUS, SECRETS

if TYPE_CHECKING:
    from service.game.deal import Deal
    from service.game.shuffle import Seeds
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
    values = [*Codec(SECRETS).facts(draft, draft.game), state]
    return {b"id": draft.id.encode(), **dict(zip(NAMES, [*values, sum_of(draft.id, values)], strict=True))}


THEN = b"%d %d" % (OPENED_AT, OPENED_AT)
ENDED = THEN + b" 38 38 0 0 0"
POISON = [
    {b"junk": b"\xff"},
    {b"id": b"\xff"},
    entry(a_draft(), THEN + b" 2 2 0 0 0"),
    entry(a_draft(), THEN + b" 99 99 0 0 0"),
    entry(a_draft(), b"1 1 1 1"),
    entry(a_draft(), THEN + b" 38 39 0 0 0"),
    entry(a_draft(), THEN + b" 38 40 0 0 0"),
    entry(a_draft(), THEN + b" 38 39 1 0 0"),
    entry(a_draft(practice=True), ENDED),
    entry(replace(a_draft(), game=a_game(1)), THEN + b" 1 2 0 1 0"),
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
    patient = valkey.live.outbox(claim_after_ms=3_600_000)
    eager = valkey.live.outbox(claim_after_ms=0)
    assert [delivery.attempts for delivery in patient.read(10)] == [1]
    assert not patient.read(10)
    [delivery] = eager.read(10)
    assert (delivery.attempts, delivery.record) == (2, game)


def test_what_was_released_goes_to_a_patient_consumer_at_once(valkey: ValkeyWorld) -> None:
    play(valkey)
    patient = valkey.live.outbox(claim_after_ms=3_600_000)
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
    outbox = valkey.live.outbox()
    assert outbox.depth() == 0
    for _ in range(3):
        play(valkey)
    first, second, _ = outbox.read(10)
    assert outbox.depth() == 3
    outbox.confirm([first])
    outbox.bury(second, "a reason")
    assert outbox.depth() == 1


def test_one_partition_that_cannot_be_read_is_told_of_and_holds_up_no_other(valkey: ValkeyWorld) -> None:
    games = [play(valkey) for _ in range(5)]
    bad = Keys(next(tag for tag in PARTITIONS if tag not in {game.id[-2:] for game in games}))
    valkey.redis.set(bad.outbox, "junk")
    results = FakeResults()
    assert record_results(valkey.outbox, results, 10) == 5
    assert results.recorded.keys() == {game.id for game in games}
    assert list(valkey.faults["outbox"]) == [bad.partition]
    assert "wrong kind of value" in valkey.faults["outbox"][bad.partition]
    assert valkey.live.outbox().depth() == 0
    assert list(valkey.faults["depth"]) == [bad.partition]
    valkey.redis.delete(bad.outbox)
    valkey.outbox.read(10)
    assert valkey.faults["outbox"] == {}


def test_results_whose_deliveries_are_lost_again_and_again_are_recorded_when_one_arrives(
    valkey: ValkeyWorld, valkey_url: str
) -> None:
    games = [play(valkey) for _ in range(3)]
    results = FakeResults()
    with LossyProxy(valkey_url) as proxy:
        live = LiveStore.connect(proxy.url, secrets=SECRETS, policy=GENEROUS, on_discard=lambda *_: None)
        outbox = live.outbox(claim_after_ms=0)
        outbox.depth()
        proxy.losing = True
        for _ in range(3 * MOST_ATTEMPTS):
            with pytest.raises(StoreUnavailable):
                record_results(outbox, results, 10)
        proxy.losing = False
        assert record_results(outbox, results, 10) == 3
        live.close()
    assert results.recorded.keys() == {game.id for game in games}
    assert not list(valkey.redis.scan_iter("*dead*"))


def test_an_entry_that_no_check_was_made_for_is_set_aside_alone(
    valkey: ValkeyWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {play(valkey).id, play(valkey).id}
    failures = [ZeroDivisionError()]

    def shuffle(seeds: Seeds, decks: int) -> Deal:
        if failures:
            raise failures.pop()
        return shuffled(seeds, decks)

    monkeypatch.setattr(outbox_module, "shuffle", shuffle)
    results = FakeResults()
    assert record_results(valkey.outbox, results, 10) == 2
    [recorded] = results.recorded
    [odd] = games - {recorded}
    [(_, buried)] = valkey.redis.xrange(Keys.of(odd).dead)
    assert buried[b"reason"] == b"unforeseen ZeroDivisionError()"


def test_a_game_does_not_end_where_the_outbox_would_not_take_its_result(valkey: ValkeyWorld) -> None:
    caller = valkey.caller()
    game = valkey.games.open(caller, a_draft(caller.token.player_id), None).after
    keys = Keys.of(game.id)
    valkey.redis.set(keys.outbox, "junk")
    for end in (lambda: valkey.games.advance(caller, game.id, 104), lambda: valkey.games.abandon(caller, game.id)):
        with pytest.raises(StoreUnavailable):
            end()
        assert valkey.games.load(caller, game.id) == game
    valkey.redis.delete(keys.outbox)
    ended = valkey.games.advance(caller, game.id, 104).after
    assert [delivery.record for delivery in valkey.outbox.read(10)] == [ended]
