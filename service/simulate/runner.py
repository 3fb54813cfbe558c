"""The parent's end of the process that plays."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import service
from service.config import inherited_environment
from service.simulate.errors import SimulatorUnavailable
from service.simulate.folder import machine_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.simulate.order import Order

_PASSED_ON = ("PATH", "LANG", "LD_LIBRARY_PATH", "TMPDIR")
"""What the process gets of the environment: nothing secret."""


class Runner:
    """A process that plays, which takes one order at a time, and ends when none has come for `idle_s`."""

    def __init__(self, folder: Path, idle_s: float) -> None:
        try:
            self._socket, self._process = _started(folder, idle_s)
        except OSError as error:
            raise SimulatorUnavailable(f"no process can be started: {error}") from error
        self._lines = self._socket.makefile("rb")
        self._fresh_s = idle_s / 2
        self._rested = time.monotonic()

    @property
    def fresh(self) -> bool:
        """Whether it will not soon end for want of orders."""
        return time.monotonic() - self._rested < self._fresh_s and self._process.poll() is None

    def answers(self, order: Order, deadline: float) -> Iterator[dict[str, Any]]:
        """What the process says of an order, until it has said all; SimulatorUnavailable when it stops before."""
        try:
            self._allow(deadline)
            self._socket.sendall(order.code)
            while "report" not in (answer := self._next(deadline)):
                yield answer
        except TimeoutError:
            raise SimulatorUnavailable("the simulation did not end in time") from None
        except (OSError, ValueError) as error:
            raise SimulatorUnavailable(f"the process that plays has ended: {error}") from error
        self._rested = time.monotonic()
        yield answer

    def kill(self) -> None:
        """End the process at once."""
        with contextlib.suppress(OSError):
            self._lines.close()
            self._socket.close()
        self._process.kill()
        self._process.wait()

    def _next(self, deadline: float) -> dict[str, Any]:
        self._allow(deadline)
        line = self._lines.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError("no more answers")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _allow(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)


def _started(folder: Path, idle_s: float) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    code = str(machine_code(folder))
    ours, theirs = socket.socketpair()
    with theirs, contextlib.ExitStack() as unless_started:
        unless_started.enter_context(ours)
        process = subprocess.Popen(  # noqa: S603  a fixed command
            (sys.executable, "-P", "-m", "service.simulate.child", str(idle_s), code),
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            env=_environment(code),
            process_group=0,  # away from Ctrl-C; in a session of its own, Linux might not weigh it against ours
            umask=0o077,
        )
        unless_started.pop_all()
    return ours, process


def _environment(code: str) -> dict[str, str]:
    given = inherited_environment()
    root = str(Path(service.__file__).parent.parent)
    passed_on = {name: given[name] for name in _PASSED_ON if name in given}
    paths = ":".join(filter(None, (root, given.get("PYTHONPATH"))))
    single = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    return passed_on | single | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": code}
