"""A stored game to be broken in every way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.storage.valkey.keys import Keys, member
from tests.builders import a_draft

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld

Fields = dict[bytes, bytes]


class Specimen:
    """A ranked game with a few moves made, to be broken and restored."""

    def __init__(self, world: ValkeyWorld, number: int = 0) -> None:
        self.world = world
        self.caller = world.caller()
        draft = a_draft(self.caller.token.player_id, number)
        world.games.open(self.caller, draft, None)
        self.sound = world.games.advance(self.caller, draft.id, 2).after
        self.id = draft.id
        self.key = world.key("game", draft.id)
        self.quarantine = world.key("quarantine", draft.id)
        self.fields: Fields = world.redis.hgetall(self.key)

    def become(self, fields: Fields) -> None:
        self.world.redis.delete(self.key, self.quarantine)
        self.world.redis.hset(self.key, mapping=fields)
        keys, deadline = Keys.of(self.id), self.sound.expires_at
        self.world.redis.zadd(keys.games(self.caller.token.player_id), {b"+" + member(self.id): -deadline})
        self.world.redis.zadd(keys.deadlines, {member(self.id): deadline})

    def break_up(self) -> None:
        self.become(self.fields | {b"d": b"broken"})

    def load(self) -> GameRecord:
        return self.world.games.load(self.caller, self.id)

    def assert_set_aside(self, fields: Fields) -> None:
        """The broken bytes are in quarantine, and nothing else is left of the game."""
        redis = self.world.redis
        assert redis.hgetall(self.quarantine) == fields
        assert redis.hkeys(self.key) == [b"discarded"]
        assert redis.pttl(self.key) > 0
        keys = Keys.of(self.id)
        assert redis.zscore(keys.games(self.caller.token.player_id), b"+" + member(self.id)) is None
        assert redis.zscore(keys.deadlines, member(self.id)) is None
        assert [game_id for game_id, _ in self.world.discarded] == [self.id]
        self.world.discarded.clear()
        assert not redis.exists(keys.outbox)


@pytest.fixture
def specimen(valkey: ValkeyWorld) -> Specimen:
    return Specimen(valkey)
