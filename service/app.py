"""The composition root: one configuration in, one application out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from service.api import metrics
from service.api.context import Service
from service.api.cursors import Cursors
from service.api.web import web_app
from service.play.quota import Policy
from service.storage import migrate
from service.storage.postgres import Database, PostgresPlayers, PostgresResults
from service.storage.valkey import LiveStore

if TYPE_CHECKING:
    from flask import Flask

    from service.config import Config

MINUTE_MS = 60_000

_log = structlog.get_logger(component="api")


def create_app(config: Config) -> Flask:
    """The service over HTTP. Call it after the fork; it connects when it is first asked for something."""
    return web_app(
        _service(config),
        metrics_port=config.metrics_port,
        metrics_folder=config.metrics_folder,
        proxies=config.trusted_proxies,
    )


def _service(config: Config) -> Service:
    interval_ms = 1000 / config.player_requests_per_s
    live = LiveStore.connect(
        config.redis_url,
        secrets=config.secret_keys,
        policy=Policy("player", config.player_burst, interval_ms),
        on_discard=_report_discarded,
        open_limit=config.open_games_per_player,
        timeout_s=config.redis_timeout_ms / 1000,
    )
    database = Database(config.database_url, config.database_timeout_ms)

    def close() -> None:
        live.close()
        database.close()

    return Service(
        games=live.games,
        commitments=live.commitments,
        sessions=live.sessions,
        limits=live.limits,
        players=PostgresPlayers(database),
        results=PostgresResults(database),
        cursors=Cursors(*config.secret_keys),
        new_players=Policy("new-players", config.new_players_per_minute, MINUTE_MS / config.new_players_per_minute),
        visitors=Policy("visitor", config.player_burst, interval_ms),
        checks={"redis": live.problem, "postgres": lambda: migrate.readiness_problem(database)},
        close=close,
    )


def _report_discarded(game_id: str, reason: str) -> None:
    _log.error("stored game discarded", game_id=game_id, reason=reason)
    metrics.DISCARDED.inc()
