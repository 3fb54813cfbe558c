"""A command of `clock` on a terminal of its own."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

PATIENCE_S = 60


class Terminal:
    """A process on a terminal of its own; what it prints is read until it says what one waits for."""

    def __init__(self, process: subprocess.Popen[bytes], side: int) -> None:
        self.process = process
        self._side = side
        self.seen = ""

    def press(self, keys: str) -> None:
        os.write(self._side, keys.encode())

    def wait_for(self, text: str) -> str:
        """Everything printed since the last wait, up to and with `text`."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.seen:
            ready, _, _ = select.select([self._side], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"waited a minute in vain; so far: {self.seen}"
            self.seen += self._read()
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def interrupt(self) -> None:
        """Ctrl-C, and again if it came in the moment between the prompt and the wait for a key, where it is lost."""
        deadline = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < deadline, "interrupted in vain for a minute: was SIGINT ignored from the start?"
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=5)

    def end(self) -> tuple[int, str]:
        """The exit code, and everything printed since the last wait."""
        code = self.process.wait(PATIENCE_S)
        while text := self._read():
            self.seen += text
        return code, self.seen

    def _read(self) -> str:
        try:
            return os.read(self._side, 65536).decode(errors="replace")
        except OSError:  # what Linux answers when the other side of a terminal is closed
            return ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._side)


@contextmanager
def at_terminal(*arguments: str, **variables: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", **variables},
    )
    os.close(theirs)
    with closing(Terminal(process, ours)) as terminal:
        yield terminal
