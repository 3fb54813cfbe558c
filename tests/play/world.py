"""All ports as fakes that share one memory, and players who are signed in."""

from __future__ import annotations

from service.play.caller import Caller
from service.play.identity import Token, new_id
from service.play.quota import Policy
from service.play.sessions import ALL_SCOPES, Scope
from tests.fakes import (
    FakeCommitments,
    FakeDailies,
    FakeGames,
    FakeLimits,
    FakeNow,
    FakeOutbox,
    FakePlayers,
    FakeResults,
    FakeSessions,
    FakeStatistics,
    Memory,
)

ADDRESS = "192.0.2.1"
REGISTRATIONS = Policy("registrations", burst=3, interval_ms=1_000)


class World:
    """One of each."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.games = FakeGames(self.memory)
        self.commitments = FakeCommitments(self.memory)
        self.sessions = FakeSessions(self.memory)
        self.limits = FakeLimits(self.memory)
        self.outbox = FakeOutbox(self.memory)
        self.results = FakeResults()
        self.dailies = FakeDailies(self.results)
        self.now = FakeNow(self.memory)
        self.players = FakePlayers(self.results)
        self.statistics = FakeStatistics(self.players, self.results)

    def caller(self, player_id: str | None = None, scopes: frozenset[Scope] = ALL_SCOPES) -> Caller:
        """Someone who is signed in."""
        token = Token.new(player_id or new_id())
        self.sessions.open(token, scopes)
        return Caller(token)
