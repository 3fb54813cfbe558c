"""What the embedded servers have in common."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Self

from service.processes.account import Account
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from types import TracebackType

    from service.processes.child import Child

_TICK_S = 0.02
_READY_S = 60.0
_TRIES = 3

ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC"}
"""All that a server is told: this service's own secrets are none of its business."""


class Server(ABC):
    """A server with its files in `folder`: started, stopped, killed and started again at will.

    A server that a killed process left running on the same folder is stopped first. Once it has served,
    the port is kept, so that `url` stays true.
    """

    name: str

    def __init__(self, folder: Path) -> None:
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
    def _ready(self) -> bool:
        """Whether clients are served."""

    @property
    def password(self) -> str:
        """The password of its only account."""
        return kept_secret(self.folder / "password")

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._child is not None and self._child.alive

    def start(self) -> None:
        """Start it and return once it serves; CannotRun with its last words when it does not."""
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
        deadline = time.monotonic() + _READY_S
        while self.alive and time.monotonic() < deadline:
            if self._ready():
                return True
            time.sleep(_TICK_S)
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
