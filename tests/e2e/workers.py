"""`clock worker` as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from service.embedded.server import free_port
from service.storage.postgres import migrate
from tests.e2e.running import until

if TYPE_CHECKING:
    from pathlib import Path

LEAVES_S = 10.0


@dataclass(slots=True)
class Worker:
    """A `clock worker` that runs."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def number(self, sample: str) -> float:
        """One of its metrics."""
        page = urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=5).read().decode()
        return float(next(line.split()[-1] for line in page.splitlines() if line.startswith(f"{sample} ")))

    @classmethod
    def started(cls, log: Path, settings: dict[str, str]) -> Worker:
        """A worker that has begun to work, with a metrics port of its own."""
        port = free_port()
        environment = os.environ | settings | {"WORKER_METRICS_PORT": str(port), "LOG_FORMAT": "json"}
        command = [sys.executable, "-m", "service.cli", "worker"]
        with log.open("wb") as output:
            process = subprocess.Popen(command, env=environment, stderr=output, cwd=migrate.FOLDER.parent)
        worker = cls(process, port, log)
        until(lambda: "worker started" in log.read_text() or process.poll() is not None)
        return worker

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def said(self, event: str, job: str | None = None) -> int:
        return sum((line["event"], line.get("job")) == (event, job or line.get("job")) for line in self.events)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to leave; its exit code."""
        self.process.send_signal(how)
        return self.process.wait(LEAVES_S)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
