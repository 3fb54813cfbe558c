"""The user that a child process runs as."""

from __future__ import annotations

import os
import pwd
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from pathlib import Path


class ProcessOptions(TypedDict, total=False):
    """What `subprocess` needs to run something as another user."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """A user and group by number."""

    uid: int
    gid: int

    @classmethod
    def current(cls) -> Account:
        """Whoever runs this process."""
        return cls(os.geteuid(), os.getegid())

    @classmethod
    def for_folder(cls, folder: Path) -> Account:
        """The user for servers whose files lie in `folder`, which need not exist: never root.

        That is whoever runs this process; for root, the owner of a folder that is someone else's already,
        else `nobody`. PostgreSQL refuses to run as root.
        """
        if os.geteuid() != 0:
            return cls.current()
        if folder.exists() and (status := folder.stat()).st_uid != 0:
            return cls(status.st_uid, status.st_gid)
        return cls._nobody()

    @classmethod
    def _nobody(cls) -> Account:
        try:
            entry = pwd.getpwnam("nobody")
        except KeyError:
            raise CannotRun(
                "PostgreSQL does not run as root, and this machine has no user `nobody` to run it as: "
                "run this as an ordinary user, or set DATABASE_URL and REDIS_URL."
            ) from None
        return cls(entry.pw_uid, entry.pw_gid)

    def process_options(self) -> ProcessOptions:
        """Arguments for `subprocess` that start a process as this user."""
        if self == Account.current():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def may(self, what: str, path: Path) -> bool:
        """Whether this user may read ("r"), write ("w") or enter and run ("x") `path`.

        Asked by trying, as that user: mode bits alone know nothing of access lists and mounts.
        """
        command = ["test", f"-{what}", str(path)]
        return subprocess.run(command, cwd="/", check=False, **self.process_options()).returncode == 0  # noqa: S603  a fixed command
