"""What the processes of a measurement use, and how much they may."""

from __future__ import annotations

import resource
from collections import defaultdict

import psutil

_WHO = {"gunicorn": "API", "valkey-server": "Valkey", "worker": "worker", "postgres": "Postgres"}


class Usage:
    """What this process and those it started have used since."""

    def __init__(self) -> None:
        self._before = _seconds()

    def told(self, seconds: float) -> str:
        """Each one's share of a core over so many seconds."""
        now = sorted(_seconds().items())
        return ", ".join(f"{who} {(used - self._before.get(who, 0.0)) / seconds:.0%}" for who, used in now)


def many_files() -> None:
    """Let this process, and those it starts, hold as many connections as they may."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _seconds() -> dict[str, float]:
    used: dict[str, float] = defaultdict(float)
    own = psutil.Process()
    for process in (own, *own.children(recursive=True)):
        words = " ".join(process.cmdline())
        who = "clients" if process == own else next((name for word, name in _WHO.items() if word in words), "other")
        times = process.cpu_times()
        used[who] += times.user + times.system
    return used
