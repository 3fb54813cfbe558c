"""What the embedded servers have in common."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Literal, Self

from service.processes.account import Account
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from service.processes.child import Child

_TICK_S = 0.02
_READY_S = 60.0
_TOLD_AFTER_S = 5.0
_TRIES = 3
_RECOVERING = "{} recovers its data after a crash, which takes a while if there is much."

Stage = Literal["silent", "recovering", "ready"]
"""How far a start has come; a server that recovers says so when it is asked."""

ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC"}
"""All that a server is told: this service's own secrets are none of its business."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Whoever waits for a start: what they are told, and whether they have changed their mind."""

    say: Callable[[str], None] = lambda _: None
    stopping: Event = field(default_factory=Event)


class Server(ABC):
    """A server with its files in `folder`: started, stopped, killed and started again at will.

    A server that a killed process left running on the same folder is stopped first. Once it has served,
    the port is kept, so that `url` stays true.
    """

    name: str

    def __init__(self, folder: Path, starter: Starter | None = None) -> None:
        self._starter = starter or Starter()
        self.folder = folder.absolute()
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.account = Account.for_folder(self.folder)
        self.port = free_port()
        self._served = False
        self._child: Child | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """Where clients connect, password included."""

    @abstractmethod
    def _prepare(self) -> None:
        """Make what the server needs to find in its folder; nothing runs on it now."""

    @abstractmethod
    def _new_child(self) -> Child:
        """The process that serves on `port`."""

    @abstractmethod
    def _stage(self) -> Stage:
        """Whether clients are served, or told that the server is still recovering its data."""

    @property
    def password(self) -> str:
        """The password of its only account."""
        return kept_secret(self.folder / "password")

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._child is not None and self._child.alive

    def start(self) -> None:
        """Start it and return once it serves, or its starter is stopping; CannotRun with its last words if it fails.

        A server that recovers much data after a crash is given all the time that it takes.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        if not self.account.may("x", self.folder):
            raise CannotRun(f"{self.name} may not enter its folder {self.folder}.")
        for _ in range(_TRIES):
            self._child = self._new_child()
            self._child.end_leftover()
            self._prepare()
            self._child.start()
            if self._serves():
                self._served = True
                return
            self.port = self.port if self._served else free_port()
        raise CannotRun(f"{self.name} does not start; its log {self.log} ends with: {self._last_words()}")

    def stop(self) -> None:
        """End it in order: everything acknowledged is on disk."""
        if self._child is not None:
            self._child.stop()

    def kill(self) -> None:
        """End it as `kill -9` does."""
        if self._child is not None:
            self._child.kill()

    @property
    def pid(self) -> int:
        """The process's id."""
        if self._child is None:
            raise CannotRun(f"{self.name} was not started.")
        return self._child.pid

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _serves(self) -> bool:
        """Whether it serves, or nobody waits for that any more; one that does neither has been killed."""
        begun = last_sign = time.monotonic()
        told = False
        while self.alive and time.monotonic() < last_sign + _READY_S:
            stage = self._stage()
            if stage == "ready" or self._starter.stopping.wait(_TICK_S):
                return True
            if stage == "recovering":
                last_sign = time.monotonic()
                if not told and last_sign > begun + _TOLD_AFTER_S:
                    self._starter.say(_RECOVERING.format(self.name))
                    told = True
        self.kill()
        return False

    def _last_words(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return " / ".join(lines[-3:]) or "nothing"

    def _own(self, path: Path) -> None:
        """Give `path` to the servers' user, and to it alone."""
        path.chmod(0o700)
        os.chown(path, self.account.uid, self.account.gid)


def kept_secret(path: Path) -> str:
    """64 random hex digits, made once and kept in a file that only its owner can read."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(descriptor)
        Path(name).rename(path)
    return path.read_text()


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nothing listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
