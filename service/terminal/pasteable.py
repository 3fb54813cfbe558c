"""Commands to be pasted into the shell that this one was started from."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


def command(*arguments: str) -> str:
    """The program that runs, with other arguments, called as it was called now; as a module where it was not called `clock`."""
    called = sys.argv[0]
    program = [called] if Path(called).name == "clock" else [sys.executable, "-m", "service.cli"]
    return shlex.join([*program, *arguments])
