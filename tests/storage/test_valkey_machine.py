"""Whatever is asked in whatever order, the store says what the pure rules say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from service.game.errors import GameOver
from service.play.errors import IdempotencyKeyReused, StaleGame
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from service.game.game import Game
    from service.play.record import Change
    from tests.worlds import ValkeyWorld


@dataclass
class Model:
    """A game as the rules alone have it."""

    game: Game
    version: int = 1


class PlayOnValkey(RuleBasedStateMachine):
    world: ValkeyWorld
    games = Bundle("games")

    @initialize()
    def begin(self) -> None:
        self.token = self.world.sign_in()
        self.models: dict[str, Model] = {}
        self.answers: dict[str, tuple[str, Change]] = {}

    @rule(target=games, number=st.integers(0, 10**6))
    def deal(self, number: int) -> str:
        draft = a_draft(self.token.player_id, number)
        self.world.games.open(self.world.caller(self.token), draft, None)
        self.models[draft.id] = Model(draft.game)
        return draft.id

    @rule(game_id=games, count=st.integers(1, 104))
    def step(self, game_id: str, count: int) -> None:
        model = self.models[game_id]
        if model.game.outcome:
            with pytest.raises(GameOver) as refusal:
                self.world.games.advance(self.world.caller(self.token), game_id, count)
            assert refusal.value.outcome == model.game.outcome
            return
        change = self.world.games.advance(self.world.caller(self.token), game_id, count)
        self.moved(game_id, change, count)

    @rule(game_id=games, count=st.integers(1, 9), key=st.sampled_from("abc"))
    def step_once(self, game_id: str, count: int, key: str) -> None:
        payload = f"{game_id} {count}"
        caller = self.world.caller(self.token, once=a_once(key, payload))
        known, answer = self.answers.get(key, (payload, None))
        if known != payload:
            with pytest.raises(IdempotencyKeyReused):
                self.world.games.advance(caller, game_id, count)
        elif answer is not None:
            assert self.world.games.advance(caller, game_id, count) == answer
            assert caller.replayed
        elif not self.models[game_id].game.outcome:
            change = self.world.games.advance(caller, game_id, count)
            self.moved(game_id, change, count)
            self.answers[key] = payload, change

    @rule(game_id=games, version=st.integers(1, 60))
    def step_from_a_version(self, game_id: str, version: int) -> None:
        model = self.models[game_id]
        caller = self.world.caller(self.token, if_match=(f"{version}",))
        if version != model.version:
            with pytest.raises(StaleGame) as refusal:
                self.world.games.advance(caller, game_id, 1)
            assert refusal.value.version == model.version
        elif not model.game.outcome:
            self.moved(game_id, self.world.games.advance(caller, game_id, 1), 1)

    @rule(game_id=games)
    def abandon(self, game_id: str) -> None:
        model = self.models[game_id]
        if model.game.outcome:
            with pytest.raises(GameOver):
                self.world.games.abandon(self.world.caller(self.token), game_id)
            return
        self.world.games.abandon(self.world.caller(self.token), game_id)
        self.models[game_id] = Model(model.game.abandon(), model.version + 1)

    @invariant()
    def the_store_shows_what_the_rules_say(self) -> None:
        for game_id, model in self.models.items():
            record = self.world.games.load(self.world.caller(self.token), game_id)
            assert (record.game, record.version) == (model.game, model.version)

    def teardown(self) -> None:
        ended = [game_id for game_id, model in self.models.items() if model.game.outcome]
        deliveries = self.world.outbox.read(100)
        self.world.outbox.confirm(deliveries)
        assert sorted(delivery.record.id for delivery in deliveries if delivery.record) == sorted(ended)

    def moved(self, game_id: str, change: Change, count: int) -> None:
        model = self.models[game_id]
        assert (change.before.game, change.before.version) == (model.game, model.version)
        game = model.game.step(count)
        self.models[game_id] = Model(game, model.version + game.flips - model.game.flips)
        assert (change.after.game, change.after.version) == (game, self.models[game_id].version)


def test_the_store_agrees_with_the_rules(valkey: ValkeyWorld) -> None:
    class Machine(PlayOnValkey):
        world = valkey

    run_state_machine_as_test(
        Machine,
        settings=settings(max_examples=40, stateful_step_count=25),
    )
