"""The service as a few processes of its own: gunicorn, workers, Valkey and Postgres, each within reach of a fault."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import psutil
from redis import Redis

from service.embedded import Postgres, Valkey
from service.embedded.server import free_port
from service.play.identity import PARTITIONS
from service.storage.postgres import Database, migrate
from service.storage.valkey.keys import Keys
from tests.e2e.running import Up, until
from tests.e2e.workers import Worker
from tests.servers import enterable_folder, sqlalchemy_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

SECRET_KEY = "the secret of experiments that break things"
_GENEROUS = ("PLAYER_REQUESTS_PER_S", "PLAYER_BURST", "NEW_PLAYERS_PER_MINUTE", "OPEN_GAMES_PER_PLAYER")
_SETTINGS = dict.fromkeys(_GENEROUS, "1000000") | {"SECRET_KEY": SECRET_KEY, "LOG_FORMAT": "json"}
_UNSET = ("SECRET_KEY_PREVIOUS", "CLOCK_ENV", "DATABASE_TIMEOUT_MS", "REDIS_TIMEOUT_MS")
_READY_S = 60.0


@dataclass(frozen=True, slots=True)
class Stores:
    """A Valkey with an append-only file and a durable Postgres, both with what they need to hold."""

    folder: Path
    valkey: Valkey
    postgres: Postgres
    redis: Any
    """A way in that no fault lies on."""
    database: Database
    """The same into Postgres."""

    def settings(self, urls: Mapping[str, str] | None = None) -> dict[str, str]:
        """What a process of the service is told; `urls` lead it another way to the stores."""
        inherited = {name: value for name, value in os.environ.items() if name not in _UNSET}
        own = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.valkey.url}
        return {**inherited, **_SETTINGS, **own, **(urls or {})}

    def waiting(self) -> int:
        """How many results are in the outbox."""
        return sum(self._of_all("xlen", "outbox"))

    def dead(self) -> int:
        """How many results were set aside."""
        return sum(self._of_all("xlen", "dead"))

    def oldest(self) -> int | None:
        """When the game ended that has waited longest for its result, in milliseconds since 1970."""
        firsts = self._of_all("xrange", "outbox", "-", "+", 1)
        return min((int(entries[0][0].split(b"-")[0]) for entries in firsts if entries), default=None)

    def in_hand(self) -> int:
        """How many entries some worker has read and not confirmed."""
        groups = self._of_all("xinfo_groups", "outbox", errors=False)
        return sum(group["pending"] for answer in groups if isinstance(answer, list) for group in answer)

    def now(self) -> int:
        """Valkey's time, in milliseconds since 1970."""
        seconds, micros = self.redis.time()
        return int(seconds) * 1000 + int(micros) // 1000

    def _of_all(self, command: str, stream: str, *words: object, errors: bool = True) -> list[Any]:
        """What it answers for every partition's stream."""
        with self.redis.pipeline(transaction=False) as pipeline:
            for tag in PARTITIONS:
                getattr(pipeline, command)(getattr(Keys(tag), stream), *words)
            return list(pipeline.execute(raise_on_error=errors))


@contextmanager
def stores() -> Iterator[Stores]:
    """New ones, empty, which are gone afterwards."""
    with enterable_folder() as folder, Postgres(folder / "postgres") as postgres, Valkey(folder / "valkey") as valkey:
        migrate.upgrade(sqlalchemy_url(postgres))
        redis = Redis.from_url(valkey.url, protocol=2)
        with closing(redis), closing(Database(sqlalchemy_url(postgres), timeout_ms=10_000, pool_size=4)) as database:
            yield Stores(folder, valkey, postgres, redis, database)


@dataclass(slots=True)
class Service:
    """The API and the workers on their stores."""

    stores: Stores
    api: Up
    urls: Mapping[str, str] | None
    """How the workers get to the stores, if not straight."""
    workers: list[Worker] = field(default_factory=list)

    def start_worker(self) -> Worker:
        """One more."""
        log = self.stores.folder / f"worker-{len(list(self.stores.folder.glob('worker-*')))}"
        self.workers.append(Worker.started(log, self.stores.settings(self.urls)))
        return self.workers[-1]

    def kill_worker(self, worker: Worker) -> None:
        """End it as `kill -9` does."""
        worker.kill()
        self.workers.remove(worker)

    def web_workers(self) -> list[psutil.Process]:
        """The API's processes that answer requests; the one that starts them is another."""
        return psutil.Process(self.api.process.pid).children()

    def clock(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of the operators'."""
        command = [sys.executable, "-m", "service.cli", *words]
        return subprocess.run(command, env=self.stores.settings(), capture_output=True, text=True, check=False)


@contextmanager
def service(
    on: Stores, workers: int = 2, *, api_urls: Mapping[str, str] | None = None, urls: Mapping[str, str] | None = None
) -> Iterator[Service]:
    """The service, ready; its processes are gone afterwards."""
    running = Service(on, _api(on, api_urls), urls)
    try:
        until(lambda: _is_ready(running.api), _READY_S)
        for _ in range(workers):
            running.start_worker()
        yield running
    finally:
        for worker in running.workers:
            worker.kill()
        running.api.end()


def _api(on: Stores, urls: Mapping[str, str] | None) -> Up:
    ports = {name: str(free_port()) for name in ("PORT", "METRICS_PORT")}
    environment, log = on.settings(urls) | ports, on.folder / "api.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"], env=environment, stdout=output, stderr=output
        )
    return Up(process, on.folder, log, environment)


def _is_ready(api: Up) -> bool:
    assert api.process.poll() is None, api.said
    try:
        return api.call("GET", "/readyz").status == 200
    except OSError:
        return False
