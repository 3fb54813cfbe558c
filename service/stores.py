"""The two stores of a configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from service.play.quota import Policy
from service.storage.postgres import Database
from service.storage.valkey import LiveStore
from service.storage.valkey.faults import unheard

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.config import Config
    from service.storage.valkey.faults import OnFaults

_OPERATORS_TIMEOUT_MS = 10_000
"""A lock is not waited for much longer: whoever comes after would wait as well."""

_PATIENCE_MS = 3_600_000

_log = structlog.get_logger(component="stores")


def live_store(config: Config, discarded: Callable[[], None], on_faults: OnFaults = unheard) -> LiveStore:
    """What is alive; `discarded` is called for each stored game that failed its check, after it was logged."""

    def report(game_id: str, reason: str) -> None:
        _log.error("stored game discarded", game_id=game_id, reason=reason)
        discarded()

    return LiveStore.connect(
        config.redis_url,
        secrets=config.secret_keys,
        policy=quota("player", config),
        on_discard=report,
        on_faults=on_faults,
        open_limit=config.open_games_per_player,
        timeout_s=config.redis_timeout_ms / 1000,
    )


def database(config: Config, pool_size: int = 8) -> Database:
    """What lasts, over so many connections at most."""
    return Database(config.database_url, config.database_timeout_ms, pool_size)


def patient_database(config: Config) -> Database:
    """The same for operators' work: it goes over whole tables, and nobody waits for an answer within seconds."""
    return Database(config.database_url, _OPERATORS_TIMEOUT_MS, pool_size=1, patience_ms=_PATIENCE_MS)


def quota(name: str, config: Config) -> Policy:
    """A quota of this name that is as large as a player's."""
    return Policy(name, config.player_burst, 1000 / config.player_requests_per_s)
