"""Commands to be pasted into the shell that this one was started from."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


def command(*arguments: str) -> str:
    """The present program with other arguments, called as it was called now, or as a module if not by its name."""
    called = sys.argv[0]
    program = [called] if Path(called).name == "clock" else [sys.executable, "-m", "service.cli"]
    return shlex.join([*program, *arguments])
