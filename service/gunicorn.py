"""How gunicorn runs the service, as a configuration module: `gunicorn -c python:service.gunicorn`.

Nothing here may bring in `ssl` or a store's client: the master reads this before its workers are forked
and gevent patches the standard library, and what was bound before that would block a whole worker.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gunicorn import glogging  # type: ignore[import-untyped]  # it has no types

from service.config import Config, InvalidConfig
from service.logs import JsonLine, as_json

try:
    _config = Config.from_environment()
except InvalidConfig as error:
    raise SystemExit(str(error)) from None

wsgi_app = "service.wsgi:app"
bind = [f"{_config.host}:{_config.port}", f"{_config.metrics_host}:{_config.metrics_port}"]
worker_class = "gevent"
workers = _config.web_workers
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  gunicorn makes unnamed files there
keepalive = 15
graceful_timeout = 5
control_socket_disable = True
proc_name = "clock"
loglevel = _config.log_level
# Client addresses are the application's business (TRUSTED_PROXIES); gunicorn believes nobody.
forwarded_allow_ips = ""


class Logger(glogging.Logger):  # type: ignore[misc]  # nor has this
    """gunicorn's own log of itself, in this service's form; requests are logged by the application."""

    def setup(self, cfg: object) -> None:
        """Prepare the loggers."""
        super().setup(cfg)
        if as_json(_config):
            for handler in self.error_log.handlers:
                handler.setFormatter(JsonLine())


logger_class = Logger


def child_exit(server: object, worker: Any) -> None:  # noqa: ARG001  gunicorn's signature; gunicorn has no types
    """Forget the gauges of a worker that is gone; its counters stay in the sum."""
    if _config.metrics_folder is not None:
        for file in _config.metrics_folder.glob(f"gauge_live*_{worker.pid}.db"):
            file.unlink(missing_ok=True)
