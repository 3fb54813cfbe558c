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


def as_json(config: Config) -> bool:
    """Whether lines are JSON: as configured, else in production or when standard error is no terminal."""
    if config.log_format == "auto":
        return config.environment == "production" or not sys.stderr.isatty()
    return config.log_format == "json"


def configure(config: Config) -> None:
    """Send everything this process logs, by structlog or by the standard library, through one formatter."""
    import structlog  # noqa: PLC0415  see above

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(shared, json_lines=as_json(config)))
    logging.basicConfig(level=config.log_level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel("WARNING")
    logging.getLogger("gunicorn.error").handlers.clear()
    logging.getLogger("gunicorn.error").propagate = True


def without_secrets(logger: object, method: str, event: EventDict) -> EventDict:  # noqa: ARG001  structlog's signature
    """A structlog processor that hides what must never be in a log."""
    return {name: "[hidden]" if name.lower() in SECRETS else value for name, value in event.items()}


def _formatter(shared: list[Processor], *, json_lines: bool) -> logging.Formatter:
    import structlog  # noqa: PLC0415  see above

    last: list[Processor]
    if json_lines:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)]
    else:
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
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
