"""Live stores to test against: one in memory, one on a real server, both with a time that tests can let pass."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from redis import Redis

from service.play.caller import Caller, Once
from service.play.days import day_at
from service.play.identity import Token, new_id
from service.play.quota import Policy
from service.play.sessions import ALL_SCOPES
from service.storage.valkey import LiveStore
from service.storage.valkey.codec import sum_of
from service.storage.valkey.fields import NAMES
from service.storage.valkey.lifetimes import DAY_MS
from service.storage.valkey.seal import Sealer
from tests.ageing import age_events, age_race
from tests.fakes import (
    FakeCommitments,
    FakeDeadLetters,
    FakeKeeping,
    FakeLimits,
    FakeNow,
    FakeOutbox,
    FakeRaceGames,
    FakeRaces,
    FakeSessions,
    FakeTickets,
    Memory,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from service.play.keeping import Keeping
    from service.play.ports import Commitments, Games, Limits, Now, Sessions
    from service.play.race_ports import Races, Tickets
    from service.play.result_ports import DeadLetters, Outbox
    from service.play.sessions import Scope

GENEROUS = Policy("player", burst=100_000, interval_ms=1)
SETS_BY_INSTANT = ("games", "deadlines", "race-deadlines", "races", "seated", "lobby", "logins", "commitments")
SECRETS = [b"the present secret of these tests", b"the one before it"]


class World:
    """The ports of one live store."""

    games: Games
    commitments: Commitments
    sessions: Sessions
    limits: Limits
    outbox: Outbox
    dead_letters: DeadLetters
    races: Races
    tickets: Tickets
    keeping: Keeping
    now: Now

    @property
    def today(self) -> date:
        return day_at(self.now())

    def pass_time(self, millis: int) -> None:
        raise NotImplementedError

    def sign_in(self, player_id: str | None = None, scopes: frozenset[Scope] = ALL_SCOPES) -> Token:
        token = Token.new(player_id or new_id())
        self.sessions.open(token, scopes)
        return token

    def caller(
        self, token: Token | None = None, *, once: Once | None = None, if_match: tuple[str, ...] | None = None
    ) -> Caller:
        """A caller with a login, a new player's if no token is given."""
        return Caller(token or self.sign_in(), once, if_match)


class MemoryWorld(World):
    def __init__(self, policy: Policy, open_limit: int) -> None:
        self.memory = Memory(policy=policy, open_limit=open_limit)
        fake_races = FakeRaces(self.memory)
        self.races, self.tickets = fake_races, FakeTickets(self.memory)
        self.games, self.commitments = FakeRaceGames(self.memory, fake_races), FakeCommitments(self.memory)
        self.sessions, self.limits = FakeSessions(self.memory), FakeLimits(self.memory)
        self.outbox, self.now = FakeOutbox(self.memory), FakeNow(self.memory)
        self.dead_letters = FakeDeadLetters(self.memory)
        self.keeping = FakeKeeping(self.memory)

    def pass_time(self, millis: int) -> None:
        self.memory.now += millis


class ValkeyWorld(World):
    """A real server, emptied first. `redis` is a way in for tests that look or break something."""

    def __init__(self, url: str, policy: Policy = GENEROUS, open_limit: int = 100) -> None:
        self.redis: Any = Redis.from_url(url, protocol=2)
        self.redis.flushdb()
        self.discarded: list[tuple[str, str]] = []
        self.faults: dict[str, Mapping[str, str]] = {}
        """What each round's work could not be done on, as last told."""
        self.live = LiveStore.connect(
            url,
            secrets=SECRETS,
            policy=policy,
            open_limit=open_limit,
            on_discard=lambda game_id, reason: self.discarded.append((game_id, reason)),
            on_faults=self.faults.__setitem__,
        )
        self.games, self.commitments = self.live.games, self.live.commitments
        self.sessions, self.limits = self.live.sessions, self.live.limits
        self.outbox, self.now = self.live.outbox(claim_after_ms=0), self.live.now
        self.dead_letters = self.live.dead_letters()
        self.races, self.tickets = self.live.races, self.live.tickets
        self.keeping = self.live.keeping

    def close(self) -> None:
        self.live.close()
        self.redis.close()

    def key(self, kind: str, some_id: str) -> str:
        return f"{{{some_id[-2:]}}}:{kind}:{some_id}"

    def pass_time(self, millis: int) -> None:
        """Make everything in the store older: the server's own time cannot be set."""
        for name in list(self.redis.scan_iter(count=1000)):
            key: bytes = name
            kind, *rest = key.decode().rpartition("}:")[2].split(":")
            if kind == "game":
                self._age(rest[0], millis)
            elif kind == "race":
                age_race(self.redis, key, millis, SECRETS)
            elif kind == "race-events":
                age_events(self.redis, key, millis)
            elif kind in SETS_BY_INSTANT:
                for member, instant in self.redis.zrange(key, 0, -1, withscores=True):
                    self.redis.zincrby(key, -millis if instant > 0 else millis, member)
            elif kind == "commitment":
                self.redis.hincrby(key.decode(), "expires_at", -millis)
            elif kind == "rate":
                self.redis.set(key, int(self.redis.get(key) or 0) - millis * 1000, keepttl=True)
            left: Any = self.redis.pttl(key)
            if left >= 0:
                self.redis.pexpire(key, left - millis)

    def rewrite(self, game_id: str, change: Callable[[list[int]], list[int]]) -> None:
        """Change the state of a game, its numbers, as the scripts would."""
        key = self.key("game", game_id)
        *facts, state, _ = self.redis.hmget(key, *NAMES)
        changed = b" ".join(b"%d" % number for number in change([int(number) for number in state.split()]))
        self.write(game_id, [*facts, changed])

    def write(self, game_id: str, values: list[bytes]) -> None:
        """Store these fields and a sum that fits them."""
        fields = dict(zip(NAMES, (*values, sum_of(game_id, values)), strict=True))
        self.redis.hset(self.key("game", game_id), mapping=fields)

    def _age(self, game_id: str, millis: int) -> None:
        """Make a game older, and the day of a daily one as far as whole days go."""
        terms, *facts, seal, state, _ = self.redis.hmget(self.key("game", game_id), *NAMES)
        days = millis // DAY_MS
        if daily := re.search(rb"daily/(\d+)", terms):
            day = date.fromisoformat(daily[1].decode()) - timedelta(days)
            terms = terms.replace(daily[0], b"daily/" + f"{day:%Y%m%d}".encode())
            seal = Sealer(SECRETS).seal(game_id, [terms, *facts])
        opened_at, updated_at, *rest = (int(number) for number in state.split())
        rest[5:] = [deadline - (millis if b" race/" in terms else days * DAY_MS) for deadline in rest[5:]]
        aged = b" ".join(b"%d" % number for number in (opened_at - millis, updated_at - millis, *rest))
        self.write(game_id, [terms, *facts, seal, aged])


class NewWorld(Protocol):
    """What `new_world` is: a maker of empty worlds, of which one is to be used at a time."""

    def __call__(self, policy: Policy = GENEROUS, open_limit: int = 100) -> World: ...


@pytest.fixture(params=["memory", "valkey"])
def new_world(request: pytest.FixtureRequest) -> Iterator[NewWorld]:
    made: list[ValkeyWorld] = []

    def make(policy: Policy = GENEROUS, open_limit: int = 100) -> World:
        if request.param == "memory":
            return MemoryWorld(policy, open_limit)
        made.append(ValkeyWorld(request.getfixturevalue("valkey_url"), policy, open_limit))
        return made[-1]

    yield make
    for world in made:
        world.close()


@pytest.fixture
def world(new_world: NewWorld) -> World:
    """Each kind of live store in turn."""
    return new_world()


@pytest.fixture
def valkey(valkey_url: str) -> Iterator[ValkeyWorld]:
    """The real one."""
    made = ValkeyWorld(valkey_url)
    yield made
    made.close()
