"""All ports as fakes that share one memory, and players who are signed in."""

from __future__ import annotations

from service.play.caller import Caller
from service.play.identity import Token, new_id
from service.play.quota import Policy
from service.play.races import Hall
from service.play.sessions import ALL_SCOPES, Scope
from tests.fakes import (
    FakeCommitments,
    FakeDailies,
    FakeKeeping,
    FakeLimits,
    FakeNow,
    FakeOutbox,
    FakePlayers,
    FakeRaceGames,
    FakeRaces,
    FakeResults,
    FakeSessions,
    FakeStatistics,
    FakeTickets,
    Memory,
)

ADDRESS = "192.0.2.1"
REGISTRATIONS = Policy("registrations", burst=3, interval_ms=1_000)


class World:
    """One of each."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.races = FakeRaces(self.memory)
        self.games = FakeRaceGames(self.memory, self.races)
        self.tickets = FakeTickets(self.memory)
        self.commitments = FakeCommitments(self.memory)
        self.sessions = FakeSessions(self.memory)
        self.limits = FakeLimits(self.memory)
        self.keeping = FakeKeeping(self.memory)
        self.outbox = FakeOutbox(self.memory)
        self.results = FakeResults()
        self.dailies = FakeDailies(self.results)
        self.now = FakeNow(self.memory)
        self.players = FakePlayers(self.results)
        self.statistics = FakeStatistics(self.players, self.results)

    @property
    def hall(self) -> Hall:
        """Where races are held."""
        return Hall(self.races, self.sessions, self.players)

    def racer(self, name: str = "Ada") -> Caller:
        """Someone who is signed in to an account."""
        caller = self.caller()
        self.players.add(caller.token.player_id, name, b"")
        return caller

    def caller(self, player_id: str | None = None, scopes: frozenset[Scope] = ALL_SCOPES) -> Caller:
        """Someone who is signed in."""
        token = Token.new(player_id or new_id())
        self.sessions.open(token, scopes)
        return Caller(token)
