"""What a command for players can fail with: one sentence on standard error, and an exit code.

::

    Failed           exit code 1
    ├── Unreachable  no such server, or none that answers as one of ours does
    ├── Refused      the server's problem document
    └── Unreadable   exit code 2: what should be a proof is none
"""

from __future__ import annotations

from typing import IO, Any

import click


class Failed(click.ClickException):
    """The command cannot do what it was asked for; the message is a sentence without its full stop.

    What a server says may be part of it, so nothing that steers a terminal is printed.
    """

    def __init__(self, message: str) -> None:
        super().__init__("".join(letter if letter.isprintable() else " " for letter in message))

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence where errors go."""
        click.echo(f"clock: {self.message}", file=file, err=file is None)


class Unreachable(Failed):
    """The server cannot be reached, or is not a Clock Solitaire service."""


class Refused(Failed):
    """The server answered with a problem; `slug` is the last part of its type."""

    def __init__(self, status: int, slug: str, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.slug = slug
        self._retry_after_s = retry_after_s

    def again_s(self, otherwise: float) -> float | None:
        """In how many seconds to ask again, `otherwise` where the server has not said; None if that is no use."""
        if self.status < 500 and self.status != 429:
            return None
        return otherwise if self._retry_after_s is None else max(otherwise, self._retry_after_s)


class Unreadable(Failed):
    """What should be a proof cannot be read as one."""

    exit_code = 2
