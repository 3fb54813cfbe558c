"""The configuration: read once from the environment, checked as a whole, then a value.

Every secret can come from a file instead: `SECRET_KEY_FILE` names one for `SECRET_KEY`, and likewise
`DATABASE_URL_FILE`, `REDIS_URL_FILE` and `SECRET_KEY_PREVIOUS_FILE`. This module is the only reader of `os.environ`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self, cast

from environs import Env, EnvValidationError, ValidationError, validate

from service.checks import store_url, strong

if TYPE_CHECKING:
    from collections.abc import Mapping

Environment = Literal["development", "production", "test"]
LogFormat = Literal["auto", "json", "text"]

DEVELOPMENT_SECRET = "development only, known to everyone, refused in production"  # noqa: S105  it says so itself
"""What `SECRET_KEY` is outside production when nothing else is said."""

FEWEST_KEPT_DAYS = 400
"""What `STANDINGS_KEEP_DAYS` is at least and by default: results of the last twelve months are still taken."""

_KEPT_DAYS = validate.Range(FEWEST_KEPT_DAYS, 36_525, error="must be {min} to {max} days")
_HEARTBEATS = validate.Range(min=1, max=15_000, error="must be 1 to 15000")
_SECRETS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS")


class InvalidConfig(Exception):
    """The environment does not describe a service that may start.

    `problems` maps each variable at fault to what is wrong with it, in words that hold no secret.
    """

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {what}" for name, what in sorted(problems.items())))
        self.problems = dict(problems)


def inherited_environment() -> dict[str, str]:
    """A copy of this process's environment, for the processes that it starts."""
    return dict(os.environ)


def is_set(environ: Mapping[str, str], variable: str) -> bool:
    """Whether an environment says something about a variable, itself or by a file."""
    return bool(environ.get(variable) or environ.get(f"{variable}_FILE"))


@dataclass(frozen=True, slots=True)
class Config:
    """All that can be set about a running service; `docs/operations.md` lists the variables."""

    environment: Environment
    database_url: str = field(repr=False)
    """Postgres, as SQLAlchemy takes it: `postgresql+psycopg://...`."""
    redis_url: str = field(repr=False)
    secret_keys: tuple[bytes, ...] = field(repr=False)
    """The first seals stored games and signs cursors; all of them are good for checking."""
    host: str
    port: int
    metrics_host: str
    metrics_port: int
    worker_metrics_port: int
    metrics_folder: Path | None
    """Where the web workers share their counters."""
    web_workers: int
    web: bool
    """Whether browsers get the web page."""
    trusted_proxies: int
    """How many proxies in front may be believed about the client's address."""
    log_level: str
    log_format: LogFormat
    redis_timeout_ms: int
    database_timeout_ms: int
    player_requests_per_s: int
    player_burst: int
    new_players_per_minute: int
    """For one address."""
    open_games_per_player: int
    standings_kept_days: int
    """How long lists of days and weeks are kept."""
    simulations_per_minute: int
    """For one address."""
    simulations_at_once: int
    """By all workers together that share the folder."""
    simulation_timeout_ms: int
    simulation_folder: Path | None
    """Where their machine code is kept; this user's own temporary folder by default."""

    streams_per_player: int
    """Streams of events, in one process."""
    streams_per_address: int
    streams_per_process: int
    stream_heartbeat_ms: int
    """How long a stream may be silent."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        """The configuration that `environ` (the process's own by default) describes.

        Raises InvalidConfig naming every variable that is wrong, not just the first.
        """
        given, problems = _with_files(os.environ if environ is None else environ)
        env = _Variables(given)
        config = cls._read(env)
        try:
            env.seal()
        except EnvValidationError as error:
            messages = cast("dict[str, list[str]]", error.error_messages)
            unread = {name.removesuffix("_FILE") for name in problems}
            problems |= {name: _in_words(said) for name, said in messages.items() if name not in unread}
        problems = _shared_ports(config) | problems
        if problems:
            raise InvalidConfig(problems)
        return config

    @classmethod
    def _read(cls, env: _Variables) -> Self:
        environment = env.choice("CLOCK_ENV", "development", "production", "test")
        production = environment == "production"
        env.bool("DEBUG", False, validate=_refused_in_production if production else None)
        env.bool("FLASK_DEBUG", False, validate=_refused_in_production if production else None)
        return cls(
            environment=cast("Environment", environment),
            database_url=_sqlalchemy_url(env.str("DATABASE_URL", validate=store_url("postgresql", "postgres"))),
            redis_url=env.str("REDIS_URL", validate=store_url("redis", "rediss", "unix")),
            secret_keys=env.secrets(production=production),
            host=env.str("HOST", "127.0.0.1"),
            port=env.port("PORT", 8000),
            metrics_host=env.str("METRICS_HOST", "127.0.0.1"),
            metrics_port=env.port("METRICS_PORT", 9000),
            worker_metrics_port=env.port("WORKER_METRICS_PORT", 9001),
            metrics_folder=env.path("PROMETHEUS_MULTIPROC_DIR", None),
            web_workers=env.positive("WEB_WORKERS", 2),
            web=env.bool("WEB", True),
            trusted_proxies=env.int("TRUSTED_PROXIES", 0, validate=validate.Range(min=0)),
            log_level=env.choice("LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR"),
            log_format=cast("LogFormat", env.choice("LOG_FORMAT", "auto", "json", "text")),
            redis_timeout_ms=env.positive("REDIS_TIMEOUT_MS", 2000),
            database_timeout_ms=env.positive("DATABASE_TIMEOUT_MS", 3000),
            player_requests_per_s=env.positive("PLAYER_REQUESTS_PER_S", 100),
            player_burst=env.positive("PLAYER_BURST", 1000),
            new_players_per_minute=env.positive("NEW_PLAYERS_PER_MINUTE", 60),
            open_games_per_player=env.positive("OPEN_GAMES_PER_PLAYER", 100),
            standings_kept_days=env.int("STANDINGS_KEEP_DAYS", FEWEST_KEPT_DAYS, validate=_KEPT_DAYS),
            simulations_per_minute=env.positive("SIMULATIONS_PER_MINUTE", 10),
            simulations_at_once=env.positive("SIMULATIONS_AT_ONCE", 1),
            simulation_timeout_ms=env.positive("SIMULATION_TIMEOUT_MS", 30_000),
            simulation_folder=env.path("SIMULATION_FOLDER", None),
            streams_per_player=env.positive("STREAMS_PER_PLAYER", 20),
            streams_per_address=env.positive("STREAMS_PER_ADDRESS", 200),
            streams_per_process=env.positive("STREAMS_PER_PROCESS", 5000),
            stream_heartbeat_ms=env.int("STREAM_HEARTBEAT_MS", 10_000, validate=_HEARTBEATS),
        )


class _Variables(Env):
    """environs on a given mapping, with the kinds of variables that this service has."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__(eager=False)
        self._given = given

    def _get_value(self, env_key: str, default: object) -> object:
        return self._given.get(env_key, default)

    def choice(self, name: str, *choices: str) -> str:
        """One of `choices`; the first of them unless set."""
        among = validate.OneOf(choices, error=f"must be one of {', '.join(choices)}")
        return self.str(name, choices[0], validate=among)

    def port(self, name: str, default: int) -> int:
        among = validate.Range(1, 65535, error="must be a port, 1 to 65535")
        return self.int(name, default, validate=among)

    def positive(self, name: str, default: int) -> int:
        return self.int(name, default, validate=validate.Range(min=1, error="must be 1 or more"))

    def secrets(self, *, production: bool) -> tuple[bytes, ...]:
        check = strong if production else None
        current = self.str("SECRET_KEY", validate=check) if production else self.str("SECRET_KEY", DEVELOPMENT_SECRET)
        previous = self.str("SECRET_KEY_PREVIOUS", None, validate=check)
        return tuple(secret.encode() for secret in (current, previous) if secret)


def _with_files(environ: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The variables that say something, those in files filled in; and what is wrong with such files."""
    given = {name: value for name, value in environ.items() if value}
    problems: dict[str, str] = {}
    for name in _SECRETS:
        path = given.get(f"{name}_FILE")
        if path is None:
            continue
        if name in given:
            problems[f"{name}_FILE"] = f"{name} is set as well; set one of them"
        try:
            given[name] = Path(path).read_text(encoding="utf-8").strip()
            if not given[name]:
                problems[f"{name}_FILE"] = "names a file that is empty"
        except (OSError, UnicodeDecodeError) as error:
            problems[f"{name}_FILE"] = f"cannot be read ({type(error).__name__})"
    return given, problems


def _shared_ports(config: Config) -> dict[str, str]:
    """What is wrong with ports that two listeners were given; each needs one of its own."""
    ports = {
        "PORT": config.port,
        "METRICS_PORT": config.metrics_port,
        "WORKER_METRICS_PORT": config.worker_metrics_port,
    }
    pairs = [(name, other) for name, other in combinations(ports, 2) if ports[name] == ports[other]]
    return {other: f"must not be the same port as {name}, {ports[name]}" for name, other in reversed(pairs)}


def _in_words(said: list[str]) -> str:
    """What environs or a check of ours says, in one style."""
    return "; ".join(said).rstrip(".").replace("Environment variable", "is").replace("Not a valid", "not a valid")


def _sqlalchemy_url(url: str | None) -> str:
    _, _, rest = (url or "").partition("://")
    return f"postgresql+psycopg://{rest}"


def _refused_in_production(on: bool) -> None:
    if on:
        raise ValidationError("must not be set in production")
