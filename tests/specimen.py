"""A stored game to be broken in every way."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Exchange
from service.game.rules import VARIANTS
from service.storage.valkey.codec import sum_of
from service.storage.valkey.fields import FIELDS, NAMES
from service.storage.valkey.keys import Keys, member
from tests.builders import a_draft
from tests.turns import decide, stepped_back
from tests.turns import undo as undone

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld

EVENTFUL = partial(a_draft, rules=VARIANTS["watch"], mode="placement", practice=True)

Fields = dict[bytes, bytes]


class Specimen:
    """A ranked game with a few moves made, to be broken and restored.

    Or one with everything that a game can have: a reprieve used, a mistake made, and a step taken back.
    """

    def __init__(self, world: ValkeyWorld, number: int = 0, *, eventful: bool = False) -> None:
        self.world = world
        self.caller = world.caller()
        player_id = self.caller.token.player_id
        draft = EVENTFUL(player_id, number) if eventful else a_draft(player_id, number)
        world.games.open(self.caller, draft, None)
        self.sound = self._eventful(draft.id) if eventful else world.games.advance(self.caller, draft.id, 2).after
        self.id = draft.id
        self.key = world.key("game", draft.id)
        self.quarantine = world.key("quarantine", draft.id)
        self.fields: Fields = world.redis.hgetall(self.key)

    def _eventful(self, game_id: str) -> GameRecord:
        self.world.games.autoplay(self.caller, game_id, "decision")
        decide(self.world, self.caller, game_id, Exchange(2, 1))
        undone(self.world, self.caller, game_id)
        after = decide(self.world, self.caller, game_id, Exchange(3, 1)).after
        assert after.game.in_hand
        return self.world.games.place(self.caller, game_id, after.game.in_hand.card.home % 13 + 1).after

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


def load(specimen: Specimen) -> None:
    specimen.load()


def step(specimen: Specimen) -> None:
    specimen.world.games.advance(specimen.caller, specimen.id, 104)


def place(specimen: Specimen) -> None:
    specimen.world.games.place(specimen.caller, specimen.id, 1)


def autoplay(specimen: Specimen) -> None:
    specimen.world.games.autoplay(specimen.caller, specimen.id, "end")


def undo(specimen: Specimen) -> None:
    specimen.world.games.change(specimen.caller, specimen.id, stepped_back)


def abandon(specimen: Specimen) -> None:
    specimen.world.games.abandon(specimen.caller, specimen.id)


LOOKS = [load, step, place, autoplay, undo, abandon]


def resummed(specimen: Specimen, **changes: bytes) -> Fields:
    """The fields with these changes, and a sum that fits them."""
    changed = specimen.fields | {FIELDS[field].encode(): value for field, value in changes.items()}
    changed[NAMES[-1]] = sum_of(specimen.id, [changed[name] for name in NAMES[:-1]])
    return changed


@pytest.fixture
def eventful(valkey: ValkeyWorld) -> Specimen:
    return Specimen(valkey, eventful=True)


@pytest.fixture
def specimen(valkey: ValkeyWorld) -> Specimen:
    return Specimen(valkey)
