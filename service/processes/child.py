"""A child process that can be found again.

The child inherits a locked file, and so does everything it starts: the lock is held for exactly as
long as any of them lives. Whoever starts the same child anew, even after a ``kill -9`` of the parent,
thereby sees what was left over, without trusting process ids that may have been reused.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from service.processes.account import Account
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_TICK_S = 0.02
_LEFTOVER_S = 15.0
_KILLED_S = 5.0


@dataclass(slots=True)
class Child:
    """A process of `command`, in a session of its own so that a terminal's Ctrl-C does not reach it."""

    name: str
    command: Sequence[str]
    lock: Path
    environment: Mapping[str, str]
    log: Path | None = None
    """Where its output goes, appended; None lets it share this process's."""
    stdin: bytes = b""
    stop_signal: signal.Signals = signal.SIGTERM
    stop_s: float = 10.0
    """How long it may take to end in its own way."""
    account: Account = field(default_factory=Account.current)
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def alive(self) -> bool:
        """Whether the process itself runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Its process id; it must have been started."""
        if self.process is None:
            raise CannotRun(f"{self.name} was not started")
        return self.process.pid

    def start(self) -> None:
        """Start it, after ending whatever an earlier start left running."""
        held = self._take_lock()
        try:
            os.ftruncate(held, 0)
            self.process = self._spawn(held)
            os.pwrite(held, str(self.process.pid).encode(), 0)
        finally:
            os.close(held)

    def end_leftover(self) -> None:
        """End whatever an earlier start left running."""
        os.close(self._take_lock())

    def stop(self) -> None:
        """Ask it to end in its own way; kill it when that takes longer than `stop_s`."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(self.stop_signal)
        try:
            self.process.wait(self.stop_s)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it and its process group at once."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def _spawn(self, held: int) -> subprocess.Popen[bytes]:
        with contextlib.ExitStack() as files:
            output = files.enter_context(self.log.open("ab")) if self.log else None
            try:
                process = subprocess.Popen(  # noqa: S603  the commands are this service's own
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=output,
                    stderr=subprocess.STDOUT if output else None,
                    env=dict(self.environment),
                    pass_fds=(held,),
                    start_new_session=True,
                    **self.account.process_options(),
                )
            except OSError as error:
                raise CannotRun(f"{self.name} cannot be started: {error}") from error
        if process.stdin is not None:
            with contextlib.suppress(BrokenPipeError), process.stdin:
                process.stdin.write(self.stdin)
        return process

    def _take_lock(self) -> int:
        held = os.open(self.lock, os.O_RDWR | os.O_CREAT, 0o600)
        if _locked_within(held, 0):
            return held
        leftover = int(os.pread(held, 20, 0) or 0)
        _signal_session(leftover, self.stop_signal)
        if _locked_within(held, _LEFTOVER_S):
            return held
        _signal_session(leftover, signal.SIGKILL)
        if _locked_within(held, _KILLED_S):
            return held
        os.close(held)
        raise CannotRun(f"{self.name} is still running from an earlier start and does not end")


def _locked_within(descriptor: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(_TICK_S)


def _signal_session(leader: int, what: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if leader > 0 and os.getsid(leader) == leader:
            os.kill(leader, what) if what != signal.SIGKILL else os.killpg(leader, what)
