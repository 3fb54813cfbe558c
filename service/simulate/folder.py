"""The folder that simulations need: machine code that is kept, and the slots that bound how many play at once.

What lies there is run, so nobody else may write to it.
"""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING

from service.simulate.errors import SimulatorBusy, SimulatorUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def prepared(folder: Path | None) -> Path:
    """The folder, made if need be; without one, this user's own among the system's temporary files.

    Raises SimulatorUnavailable when there can be none, or somebody else could write to it.
    """
    try:
        folder = folder or Path(tempfile.gettempdir(), f"clock-simulate-{os.geteuid()}")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise SimulatorUnavailable(f"there is no folder to work in: {error}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & _OTHERS_WRITE:
        raise SimulatorUnavailable(f"{folder} is not a folder that this user alone may write to")
    return folder


def machine_code(folder: Path) -> Path:
    """Where the machine code of the present sources is kept; numba looks at the date of one source file only."""
    digest = sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return folder / f"code-{digest.hexdigest()[:16]}"


@contextmanager
def slot(folder: Path, slots: int) -> Iterator[None]:
    """One of so many slots, for all processes that share the folder; SimulatorBusy when all are taken.

    A slot is a lock on a file, which ends with its holder, however that ends.
    """
    try:
        held = next(filter(None, (_locked(folder / f"slot-{number}") for number in range(slots))), None)
    except OSError as error:
        raise SimulatorUnavailable(f"there can be no slot: {error}") from error
    if held is None:
        raise SimulatorBusy
    with held:
        yield


def _locked(path: Path) -> IO[bytes] | None:
    """The file with a lock on it; None if somebody else has that."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file
