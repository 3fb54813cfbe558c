"""Structured logs: one event a line on standard error, JSON in production or when nobody watches.

What belongs to a request (its id, say) is bound with `structlog.contextvars.bind_contextvars` and is
then on every line of it. Values under the names in `SECRETS` are never written.

gunicorn's master reads this module before gevent has patched anything, and structlog would bring ssl in:
hence the imports inside.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor

    from service.config import Config

SECRETS = frozenset(
    {"authorization", "code", "cookie", "database_url", "link_code", "password", "redis_url", "secret"}
    | {"secret_key", "server_seed", "ticket", "token"}
)

_UNREAD = frozenset({"component", "game_id", "operation", "player_id", "request_id"})


def as_json(config: Config) -> bool:
    """Whether lines are JSON: as configured, else in production or when standard error is no terminal."""
    if config.log_format == "auto":
        return config.environment == "production" or not sys.stderr.isatty()
    return config.log_format == "json"


def configure(config: Config) -> None:
    """Send everything this process logs, by structlog or by the standard library, as lines of one form."""
    import structlog  # noqa: PLC0415  see above

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    last = _json_line() if as_json(config) else _text_line()
    level = logging.getLevelNamesMapping()[config.log_level]
    structlog.configure(
        processors=[*shared, *last],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(shared, last))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel("WARNING")
    logging.getLogger("gunicorn.error").handlers.clear()
    logging.getLogger("gunicorn.error").propagate = True


def without_secrets(logger: object, method: str, event: EventDict) -> EventDict:  # noqa: ARG001  structlog's signature
    """A structlog processor that hides what must never be in a log."""
    if SECRETS.isdisjoint(map(str.lower, event)):
        return event
    return {name: "[hidden]" if name.lower() in SECRETS else value for name, value in event.items()}


def _json_line() -> list[Processor]:
    import orjson  # noqa: PLC0415  the master has no use for it
    import structlog  # noqa: PLC0415  see above

    def render(logger: object, method: str, event: EventDict) -> str:  # noqa: ARG001  structlog's signature
        return orjson.dumps(event, default=str, option=orjson.OPT_NON_STR_KEYS).decode()

    return [structlog.processors.format_exc_info, render]


def _text_line() -> list[Processor]:
    import structlog  # noqa: PLC0415  see above

    renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0, pad_level=False)
    return [brief, renderer]


def brief(logger: object, method: str, event: EventDict) -> EventDict:  # noqa: ARG001  structlog's signature
    """A structlog processor that leaves of a request what a person at a terminal reads: the time of day, no ids."""
    if event["event"] != "request":
        return event
    told = {name: value for name, value in event.items() if name not in _UNREAD}
    return told | {"timestamp": event["timestamp"][11:19]}


def _formatter(shared: list[Processor], last: list[Processor]) -> logging.Formatter:
    """The same form for what comes through the standard library."""
    import structlog  # noqa: PLC0415  see above

    foreign: list[Processor] = [structlog.stdlib.add_logger_name, structlog.stdlib.ExtraAdder(), *shared]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=foreign,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )


class JsonLine(logging.Formatter):
    """The same line of JSON from the standard library alone."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        line: dict[str, Any] = {
            "event": record.getMessage(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)
