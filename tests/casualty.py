"""A stored race to be broken in every way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.storage.valkey.keys import Keys, member
from tests.party import Party

if TYPE_CHECKING:
    from tests.worlds import ValkeyWorld

Fields = dict[bytes, bytes]


class Casualty:
    """A race that runs, to be broken in every way."""

    def __init__(self, world: ValkeyWorld) -> None:
        self.world = world
        self.party = Party(world, 3).started()
        self.party.move(1)
        self.party.move(2, right=False)
        self.id = self.party.id
        self.key = world.key("race", self.id)
        self.fields: Fields = world.redis.hgetall(self.key)

    def become(self, fields: Fields) -> None:
        self.world.redis.delete(self.key)
        if fields:
            self.world.redis.hset(self.key, mapping=fields)
        self.world.redis.zadd(Keys.of(self.id).race_deadlines, {member(self.id): 1})

    def assert_set_aside(self, fields: Fields) -> None:
        """The broken bytes are in quarantine, nothing is due, and it was told once."""
        redis = self.world.redis
        assert redis.hgetall(self.world.key("quarantine", self.id)) == fields
        assert redis.hkeys(self.key) == [b"discarded"]
        assert redis.zscore(Keys.of(self.id).race_deadlines, member(self.id)) is None
        assert [race_id for race_id, _ in self.world.discarded] == [self.id]
        self.world.discarded.clear()
        assert not redis.exists(Keys.of(self.id).outbox)


@pytest.fixture
def casualty(valkey: ValkeyWorld) -> Casualty:
    return Casualty(valkey)
