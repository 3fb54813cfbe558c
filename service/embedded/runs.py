"""A run of the whole service in its data folder: there is one at a time, and commands find its stores by it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LOCK = "up.lock"
"""Held by the run as long as it lives."""

_SETTINGS = "up.json"


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """The only run in this folder; `CannotRun` if there is one. What it left for commands goes with it."""
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRun(
                f"The service is already running with {folder}: stop it first, or choose --data."
            ) from None
        try:
            yield
        finally:
            (folder / _SETTINGS).unlink(missing_ok=True)


def leave_settings(folder: Path, settings: Mapping[str, str]) -> None:
    """Leave these variables for commands, in a file that only its owner can read."""
    descriptor, name = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "w") as file:
        json.dump(dict(settings), file)
    Path(name).rename(folder / _SETTINGS)


def settings_of_run(folder: Path) -> dict[str, str]:
    """What the run in this folder has left; nothing if none is there. One that was killed is none, whatever it left.

    Raises OSError where that may not be read.
    """
    try:
        with (folder / LOCK).open() as lock:
            return json.loads((folder / _SETTINGS).read_text()) if _is_held(lock.fileno()) else {}
    except FileNotFoundError:
        return {}


def _is_held(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
