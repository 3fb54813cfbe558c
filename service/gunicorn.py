"""How gunicorn runs the service, as a configuration module: `gunicorn -c python:service.gunicorn`.

Nothing here may bring in `ssl` or a store's client: the master reads this before its workers are forked
and gevent patches the standard library, and what was bound before that would block a whole worker.
"""

from __future__ import annotations

import atexit
import gc
import os
import resource
import shutil
import tempfile
from pathlib import Path

from gunicorn import glogging  # type: ignore[import-untyped]  # it has no types

from service.config import Config, InvalidConfig
from service.logs import JsonLine, as_json

_MOST_CONNECTIONS = 7000
_OTHER_FILES = 200
_ALLOCATIONS_A_SEARCH = 10_000
_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  what is made there has random names
"""Where a file that is written all the time never waits for a disk; None for the system's temporary folder."""

try:
    _config = Config.from_environment()
except InvalidConfig as error:
    raise SystemExit(str(error)) from None


def _own_folder() -> Path:
    """A new folder that goes when this process does; the workers, which are forks of it, leave it alone."""
    folder = Path(tempfile.mkdtemp(prefix=f"clock-metrics-{os.getpid()}-", dir=_MEMORY))
    atexit.register(_remove, folder, maker=os.getpid())
    return folder


def _remove(folder: Path, maker: int) -> None:
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)


def _connections() -> int:
    """How many connections a worker holds: all that it may open files for, with some left, up to a bound."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_CONNECTIONS + _OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        files = min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(files - _OTHER_FILES, files // 2)


wsgi_app = "service.wsgi:app"
raw_env = [f"PROMETHEUS_MULTIPROC_DIR={_config.metrics_folder or _own_folder()}"]
bind = [f"{_config.host}:{_config.port}", f"{_config.metrics_host}:{_config.metrics_port}"]
worker_class = "service.api.server.Worker"
workers = _config.web_workers
worker_connections = _connections()
worker_tmp_dir = _MEMORY
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


def post_worker_init(worker: object) -> None:  # noqa: ARG001  gunicorn's signature
    """Search seldom for garbage, and never among what the application consists of: all requests wait for a search."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS_A_SEARCH, 20, 100)
