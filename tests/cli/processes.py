"""Commands of `clock` as processes that are listened to while they run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE_S = 60


class Command:
    """A command without a terminal; what it says goes into a file."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self._output = output

    @property
    def said(self) -> str:
        return self._output.read_text()

    def wait_for(self, text: str) -> str:
        """Everything said so far, once `text` is among it."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in (said := self.said):
            assert self.process.poll() is None, said
            assert time.monotonic() < deadline, f"waited a minute in vain for {text!r}; so far: {said}"
            time.sleep(0.02)
        return said

    def type(self, line: str) -> None:
        keys: IO[bytes] | None = self.process.stdin
        assert keys is not None
        keys.write(f"{line}\n".encode())
        keys.flush()

    def end(self) -> str:
        """Everything it said, errors included, now that it has come to a good end."""
        code = self.process.wait(PATIENCE_S)
        assert code == 0, self.said
        return self.said


@contextmanager
def commands(folder: Path) -> Iterator[Callable[..., Command]]:
    """What begins a command with these arguments, under a name of its own; all of them end with the test."""
    with ExitStack() as stack:

        def begin(name: str, *arguments: str) -> Command:
            output = folder / f"{name}.txt"
            file = stack.enter_context(output.open("wb"))
            process = subprocess.Popen(
                [sys.executable, "-m", "service.cli", *arguments],
                stdin=subprocess.PIPE,
                stdout=file,
                stderr=file,
                env=os.environ | {"PYTHONIOENCODING": "utf-8"},
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return Command(process, output)

        yield begin
