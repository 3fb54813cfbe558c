"""The composition root: one configuration in, one application out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service import stores
from service.api import metrics
from service.api.context import Service
from service.api.cursors import Cursors
from service.api.streaming.hub import Hub
from service.api.streaming.places import Most
from service.api.web import web_app
from service.play.quota import Policy
from service.simulate.simulator import Simulator
from service.storage.postgres import (
    PostgresDailies,
    PostgresLeaderboards,
    PostgresPlayers,
    PostgresResults,
    PostgresStatistics,
    migrate,
)

if TYPE_CHECKING:
    from flask import Flask

    from service.config import Config
    from service.storage.valkey import LiveStore

MINUTE_MS = 60_000


def create_app(config: Config) -> Flask:
    """The service over HTTP. Call it after the fork; it connects when it is first asked for something."""
    return web_app(
        _service(config),
        metrics_port=config.metrics_port,
        metrics_folder=config.metrics_folder,
        proxies=config.trusted_proxies,
        page=config.web,
    )


def _service(config: Config) -> Service:
    live = stores.live_store(config, metrics.DISCARDED.inc)
    database = stores.database(config)
    streams = _streams(config, live)
    simulator = Simulator(
        config.simulation_folder,
        at_once=config.simulations_at_once,
        timeout_s=config.simulation_timeout_ms / 1000,
    )

    def close() -> None:
        streams.close()
        live.close()
        database.close()
        simulator.close()

    return Service(
        games=live.games,
        races=live.races,
        tickets=live.tickets,
        streams=streams,
        commitments=live.commitments,
        sessions=live.sessions,
        limits=live.limits,
        keeping=live.keeping,
        players=PostgresPlayers(database),
        results=PostgresResults(database),
        dailies=PostgresDailies(database),
        leaderboards=PostgresLeaderboards(database),
        statistics=PostgresStatistics(database, config.standings_kept_days),
        now=live.now,
        cursors=Cursors(*config.secret_keys),
        new_players=_a_minute("new-players", config.new_players_per_minute),
        visitors=stores.quota("visitor", config),
        simulations=simulator,
        simulation_quota=_a_minute("simulations", config.simulations_per_minute),
        checks={"redis": live.problem, "postgres": lambda: migrate.readiness_problem(database)},
        close=close,
        standings_kept_days=config.standings_kept_days,
    )


def _streams(config: Config, live: LiveStore) -> Hub:
    return Hub(
        live.races,
        live.wakeups,
        Most(config.streams_per_player, config.streams_per_address, config.streams_per_process),
        heartbeat_s=config.stream_heartbeat_ms / 1000,
        on_end=metrics.count_stream,
    )


def _a_minute(name: str, requests: int) -> Policy:
    return Policy(name, requests, MINUTE_MS / requests)
