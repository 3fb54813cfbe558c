"""Turns between whose question and whose answer something else happens to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Exchange
from service.game.errors import GameOver
from service.play.errors import StaleGame, StoreUnavailable
from service.play.record import LIFETIME_MS
from service.storage.valkey import LiveStore, turns
from service.storage.valkey.keys import Keys
from tests.builders import a_once
from tests.lossy import LossyProxy
from tests.turns import asked, ended, stepped_back, undo
from tests.worlds import GENEROUS, SECRETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Game
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld


class Meddler:
    """A turn that another request gets ahead of, each time that it is asked, up to `times`."""

    def __init__(self, meddle: Callable[[], object], times: int) -> None:
        self.meddle, self.times, self.asked = meddle, times, 0

    def __call__(self, record: GameRecord) -> Game:
        self.asked += 1
        if self.asked <= self.times:
            self.meddle()
        return stepped_back(record)


@pytest.mark.parametrize("times", [1, 3])
def test_a_turn_that_another_was_faster_than_is_asked_again(valkey: ValkeyWorld, times: int) -> None:
    token = valkey.sign_in()
    game = ended(valkey, token)
    meddler = Meddler(lambda: undo(valkey, valkey.caller(token), game.id), times)
    change = valkey.games.change(valkey.caller(token), game.id, meddler)
    assert meddler.asked == times + 1
    assert change.before.version == game.version + times
    assert change.after.game.cursor == game.game.cursor - times - 1


def test_a_turn_on_a_version_that_has_gone_meanwhile_is_stale(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = ended(valkey, token)
    meddler = Meddler(lambda: undo(valkey, valkey.caller(token), game.id), 1)
    with pytest.raises(StaleGame) as refusal:
        valkey.games.change(valkey.caller(token, if_match=(game.tag,)), game.id, meddler)
    assert (meddler.asked, refusal.value.version) == (1, game.version + 1)


def test_a_turn_that_finds_no_gap_gives_up_and_has_changed_nothing(
    valkey: ValkeyWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST_TRIES", 3)
    token = valkey.sign_in()
    game = ended(valkey, token)
    meddler = Meddler(lambda: undo(valkey, valkey.caller(token), game.id), 100)
    with pytest.raises(StoreUnavailable):
        valkey.games.change(valkey.caller(token), game.id, meddler)
    assert meddler.asked == 3
    assert valkey.games.load(valkey.caller(token), game.id).version == game.version + 3


def test_a_game_whose_time_runs_out_during_a_turn_is_over(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)

    def late(now: GameRecord) -> Game:
        if now.game.outcome is None:
            valkey.pass_time(LIFETIME_MS)
        return now.game.decide(Exchange(3, 1))

    with pytest.raises(GameOver):
        valkey.games.change(valkey.caller(token), record.id, late)
    [delivery] = valkey.outbox.read(10)
    assert delivery.record == valkey.games.load(valkey.caller(token), record.id)


def test_no_ranked_game_goes_back_even_if_it_is_asked_to(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)
    with pytest.raises(StoreUnavailable):
        undo(valkey, valkey.caller(token), record.id)
    assert valkey.games.load(valkey.caller(token), record.id) == record


def test_a_decision_is_not_made_where_the_outbox_would_not_take_its_result(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)
    outbox = Keys.of(record.id).outbox
    valkey.redis.set(outbox, "junk")
    with pytest.raises(StoreUnavailable):
        valkey.games.autoplay(valkey.caller(token), record.id, "end")
    assert valkey.games.load(valkey.caller(token), record.id) == record
    valkey.redis.delete(outbox)
    after = valkey.games.autoplay(valkey.caller(token), record.id, "end").after
    assert [delivery.record for delivery in valkey.outbox.read(10)] == [after]


def test_a_turn_is_charged_once(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)
    step, turn = valkey.caller(token), valkey.caller(token)
    valkey.games.load(step, record.id)
    valkey.games.autoplay(turn, record.id, "end")
    assert step.quota
    assert turn.quota
    assert step.quota.remaining - turn.quota.remaining <= 1


def test_a_decision_whose_answer_is_lost_is_made_once(valkey: ValkeyWorld, valkey_url: str) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)
    with LossyProxy(valkey_url) as proxy:
        live = LiveStore.connect(proxy.url, secrets=SECRETS, policy=GENEROUS, on_discard=lambda *_: None)

        def decided(now: GameRecord) -> Game:
            proxy.losing = True
            return now.game.decide(Exchange(3, 1))

        with pytest.raises(StoreUnavailable):
            live.games.change(valkey.caller(token, once=a_once()), record.id, decided)
        proxy.losing = False
        repeat = valkey.caller(token, once=a_once())
        change = live.games.change(repeat, record.id, decided)
        live.close()
    assert repeat.replayed
    assert change.after == valkey.games.load(valkey.caller(token), record.id)
    assert change.after.version == record.version + 1
