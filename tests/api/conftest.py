"""The API on real stores, and on fakes for what real ones cannot be made to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from service.api.context import EXTENSION, Service
from service.api.cursors import Cursors
from service.api.pages import DESCRIPTION
from service.api.streaming.hub import Hub
from service.api.streaming.places import Most
from service.api.web import web_app
from service.app import create_app
from service.config import FEWEST_KEPT_DAYS, Config
from service.play.quota import Policy
from tests.api.client import Client
from tests.api.contract import Contract
from tests.fakes import (
    FakeCommitments,
    FakeDailies,
    FakeKeeping,
    FakeLeaderboards,
    FakeLimits,
    FakeNow,
    FakePlayers,
    FakeRaceGames,
    FakeRaces,
    FakeResults,
    FakeSessions,
    FakeSimulations,
    FakeStatistics,
    FakeTickets,
    FakeWakeups,
    Memory,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

METRICS_PORT = 9000
GENEROUS = {
    "PLAYER_BURST": "100000",
    "NEW_PLAYERS_PER_MINUTE": "100000",
    "STREAM_HEARTBEAT_MS": "200",
    "SIMULATIONS_AT_ONCE": "100",
    "SIMULATION_TIMEOUT_MS": "300000",
}


@pytest.fixture(scope="session")
def config(migrated_url: str, valkey_url: str) -> Config:
    """What the real service under test is configured with."""
    stores = {"DATABASE_URL": migrated_url, "REDIS_URL": valkey_url, "METRICS_PORT": str(METRICS_PORT)}
    return Config.from_environment({"CLOCK_ENV": "test"} | stores | GENEROUS)


@pytest.fixture(scope="session")
def app(config: Config) -> Iterator[Flask]:
    """The service on real stores, one for all tests."""
    app = create_app(config)
    yield app
    app.extensions[EXTENSION].close()


@pytest.fixture(scope="session")
def contract(app: Flask) -> Contract:
    """The API's description as a judge."""
    return Contract(app.extensions[DESCRIPTION])


@pytest.fixture
def stranger(app: Flask, contract: Contract) -> Client:
    """Somebody without a token, at an address of their own."""
    return Client(app, contract)


@pytest.fixture
def ada(stranger: Client) -> Client:
    """A player."""
    return stranger.registered("Ada")


@pytest.fixture
def bob(app: Flask, contract: Contract) -> Client:
    """Another player."""
    return Client(app, contract).registered("Bob")


@dataclass
class Staged:
    """The API on stores in memory, whose time and contents a test may set."""

    memory: Memory
    service: Service
    app: Flask
    results: FakeResults


def stage_api() -> Staged:
    """The API on new fakes."""
    memory, results = Memory(), FakeResults()
    players, races = FakePlayers(results), FakeRaces(memory)
    service = Service(
        games=FakeRaceGames(memory, races),
        races=races,
        tickets=FakeTickets(memory),
        streams=Hub(races, FakeWakeups(memory), Most()),
        commitments=FakeCommitments(memory),
        sessions=FakeSessions(memory),
        limits=FakeLimits(memory),
        keeping=FakeKeeping(memory),
        players=players,
        results=results,
        dailies=FakeDailies(results),
        leaderboards=FakeLeaderboards(players, results),
        statistics=FakeStatistics(players, results),
        now=FakeNow(memory),
        cursors=Cursors(b"a key for tests"),
        new_players=Policy("new-players", 60, 1000),
        visitors=Policy("visitor", 1000, 10),
        simulations=FakeSimulations(),
        simulation_quota=Policy("simulations", 10, 6000),
        checks={"redis": lambda: None, "postgres": lambda: None},
        close=lambda: None,
        standings_kept_days=FEWEST_KEPT_DAYS,
    )
    return Staged(memory, service, web_app(service, metrics_port=METRICS_PORT, metrics_folder=None), results)


@pytest.fixture
def staged() -> Staged:
    """The API on fakes."""
    return stage_api()


@pytest.fixture
def stage() -> Callable[[], Staged]:
    """As many of them as a test likes."""
    return stage_api


@pytest.fixture
def staged_ada(staged: Staged, contract: Contract) -> Client:
    """A player on the fakes."""
    return Client(staged.app, contract).registered("Ada")


@pytest.fixture
def staged_app_with_a_forgotten_view(staged: Staged) -> Flask:
    """An application with a view that says nothing of who may call it."""
    staged.app.add_url_rule("/forgotten", "forgotten", lambda: "")
    return staged.app
