"""An embedded Valkey."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

from service.embedded import binaries
from service.embedded.server import ENVIRONMENT, Server
from service.processes.child import Child

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from service.embedded.server import Stage, Starter

_STAGES: dict[bytes, Stage] = {b"+OK\r\n+PONG\r\n": "ready", b"+OK\r\n-LOADIN": "recovering"}
"""What the beginning of its answer to AUTH and PING says."""

_SETTINGS = {
    "bind": "127.0.0.1",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "save": '""',
    "maxmemory-policy": "noeviction",
}


class Valkey(Server):
    """Valkey 9.1 with an append-only file, written before it answers unless its disk is slow: docs/reliability.md."""

    name = "Valkey"

    def __init__(
        self, folder: Path, *, settings: Mapping[str, str] | None = None, starter: Starter | None = None
    ) -> None:
        super().__init__(folder, starter)
        self._settings = {**_SETTINGS, **(settings or {})}

    @property
    def url(self) -> str:
        """A `redis://` URL of database 0."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def _prepare(self) -> None:
        if not self.data.exists():
            self.data.mkdir()
            self._own(self.data)

    def _new_child(self) -> Child:
        own = {
            "port": str(self.port),
            "dir": json.dumps(str(self.data), ensure_ascii=False),
            "requirepass": self.password,
        }
        lines = [f"{name} {value}\n" for name, value in {**self._settings, **own}.items()]
        return Child(
            name=self.name,
            # The settings, and so the password, go in by a pipe: arguments can be read by everyone.
            command=[str(binaries.program(binaries.valkey_package(), self.account)), "-"],
            stdin="".join(lines).encode(),
            lock=self.folder / "lock",
            environment=ENVIRONMENT,
            log=self.log,
            account=self.account,
        )

    def _stage(self) -> Stage:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                return _STAGES.get(connection.makefile("rb").read(12), "silent")
        except OSError:
            return "silent"
