"""Where an unprivileged user's programs and data may lie.

A checkout below a private folder (mode 700) cannot be entered by the user that root hands its servers
to. What that user needs then lies in a folder of this machine's that root owns and everyone may enter.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from service.processes.account import Account

_NAME = "clock-solitaire"
PARENTS = (Path("/var/lib"), Path("/var/tmp"), Path("/tmp"))  # noqa: S108  ownership is checked below
"""Where the common folder may lie, the best place first."""


def data_folder(wanted: Path, account: Account) -> Path:
    """The folder for data that was asked for at `wanted`, made if need be.

    That is `wanted` itself wherever `account` can reach it, else a folder keyed by its path, to which
    `wanted` becomes a link.
    """
    wanted = wanted.absolute()
    folder = Path(os.path.realpath(wanted))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise CannotRun(
            f"The data folder {wanted} cannot be written ({error.strerror}): choose another with --data."
        ) from error
    return folder if account.may("x", folder) else _moved(wanted, account)


def common_folder(account: Account) -> Path:
    """A folder that only this process's user can change and `account` can enter.

    A folder or link that someone else planted under the same name is passed over.
    """
    for parent in PARENTS:
        folder = parent / _NAME
        with contextlib.suppress(OSError):
            if _owned(folder) and account.may("x", folder):
                return folder
    names = ", ".join(str(parent / _NAME) for parent in PARENTS)
    raise CannotRun(f"None of these folders can be used for servers that do not run as root: {names}.")


def _owned(folder: Path) -> bool:
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        status = os.fstat(descriptor)
        if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return False
        os.fchmod(descriptor, 0o755)
    finally:
        os.close(descriptor)
    return True


def _moved(wanted: Path, account: Account) -> Path:
    key = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:16]
    folder = common_folder(account) / f"data-{key}"
    try:
        wanted.rmdir()
        wanted.symlink_to(folder)
    except OSError as error:
        raise CannotRun(
            f"The servers may not enter {wanted}, and it is not empty: let others pass through the folders "
            "above it (chmod o+x), or choose another folder with --data."
        ) from error
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    return folder
