"""An embedded PostgreSQL."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import struct
import subprocess
from typing import TYPE_CHECKING

from service.embedded import binaries
from service.embedded.server import ENVIRONMENT, Server
from service.processes.child import Child
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from service.embedded.server import Stage, Starter

_STARTING_UP = "57P03"
"""The SQLSTATE cannot_connect_now."""

_USER = "clock"
_SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "timezone": "UTC"}
_CARELESS = {"fsync": "off", "full_page_writes": "off"}


class Postgres(Server):
    """PostgreSQL 18. Not `durable`, it is faster and survives the death of its processes, not of the machine."""

    name = "PostgreSQL"

    def __init__(
        self,
        folder: Path,
        *,
        durable: bool = True,
        settings: Mapping[str, str] | None = None,
        starter: Starter | None = None,
    ) -> None:
        super().__init__(folder, starter)
        self._durable = durable
        self._settings = {**_SETTINGS, **({} if durable else _CARELESS), **(settings or {})}

    @property
    def url(self) -> str:
        """A `postgresql://` URL of its only user's default database."""
        return f"postgresql://{_USER}:{self.password}@127.0.0.1:{self.port}/postgres"

    def _prepare(self) -> None:
        if self.data.exists():
            # A number in a file that a crash left behind may by now be any other process's.
            (self.data / "postmaster.pid").unlink(missing_ok=True)
            return
        building = self.folder / "data.new"
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir()
        self._own(building)
        self._initdb(building)
        building.rename(self.data)

    def _initdb(self, data: Path) -> None:
        handed = self.folder / "password.new"
        handed.unlink(missing_ok=True)
        handed.touch(0o600)
        handed.write_text(self.password)
        os.chown(handed, self.account.uid, self.account.gid)
        command = [
            *(self._program("initdb"), "--pgdata", data, "--username", _USER, "--pwfile", handed),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--no-instructions"),
            *(() if self._durable else ("--no-sync",)),
        ]
        options = self.account.process_options()
        try:
            done = subprocess.run(  # noqa: S603  a fixed program
                command, check=False, cwd="/", env=ENVIRONMENT, capture_output=True, start_new_session=True, **options
            )
        finally:
            handed.unlink()
        if done.returncode:
            raise CannotRun(f"initdb failed: {done.stderr.decode(errors='replace').strip()}")

    def _new_child(self) -> Child:
        settings = {**self._settings, "port": str(self.port)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Child(
            name=self.name,
            command=[self._program("postgres"), "-D", str(self.data), *options],
            lock=self.folder / "lock",
            environment=ENVIRONMENT,
            log=self.log,
            stop_signal=signal.SIGINT,
            account=self.account,
        )

    def _stage(self) -> Stage:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return "silent"
        if len(lines) <= 7 or lines[0] != str(self.pid):
            return "silent"
        if lines[7].strip() == "ready":
            return "ready"
        return "recovering" if self._refusal() == _STARTING_UP else "silent"

    def _refusal(self) -> str | None:
        """The SQLSTATE with which a connection is refused, if it is.

        The protocol begins with a message of its own length and its version 3.0, four bytes each, and the user's
        name. A refusal has its fields between zero bytes, each a letter and a text.
        """
        said = struct.pack("!I", 3 << 16) + f"user\0{_USER}\0\0".encode()
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(struct.pack("!I", 4 + len(said)) + said)
                fields = connection.makefile("rb").read().split(b"\0")
        except OSError:
            return None
        return next((text[1:].decode() for text in fields if text[:1] == b"C"), None)

    def _program(self, name: str) -> str:
        return str(binaries.program(binaries.POSTGRES, self.account).with_name(name))
