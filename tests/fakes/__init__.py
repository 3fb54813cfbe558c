"""In-memory fakes of every port; they pass the contract tests that the real adapters pass.

Those of the live store share one `Memory`::

    memory = Memory()
    games, sessions = FakeGames(memory), FakeSessions(memory)
"""

from tests.fakes.accounts import FakePlayers, FakeResults
from tests.fakes.commitments import FakeCommitments
from tests.fakes.dailies import FakeDailies
from tests.fakes.games import FakeGames
from tests.fakes.keeping import FakeKeeping
from tests.fakes.leaderboards import FakeLeaderboards, FakeStatistics
from tests.fakes.limits import FakeLimits
from tests.fakes.memory import Memory
from tests.fakes.now import FakeNow
from tests.fakes.outbox import FakeDeadLetters, FakeOutbox
from tests.fakes.race_games import FakeRaceGames
from tests.fakes.races import FakeRaces, FakeWakeups
from tests.fakes.sessions import FakeSessions
from tests.fakes.simulations import FakeSimulations
from tests.fakes.tickets import FakeTickets

__all__ = [
    "FakeCommitments",
    "FakeDailies",
    "FakeDeadLetters",
    "FakeGames",
    "FakeKeeping",
    "FakeLeaderboards",
    "FakeLimits",
    "FakeNow",
    "FakeOutbox",
    "FakePlayers",
    "FakeRaceGames",
    "FakeRaces",
    "FakeResults",
    "FakeSessions",
    "FakeSimulations",
    "FakeStatistics",
    "FakeTickets",
    "FakeWakeups",
    "Memory",
]
