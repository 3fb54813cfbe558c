"""Asking again where a server is away, busy, or starts anew: nobody loses a race by one refusal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from service.terminal.errors import Refused, Unreachable

if TYPE_CHECKING:
    from collections.abc import Callable

_Answer = TypeVar("_Answer")

AGAIN_S = 1.0
"""How long to wait where the server does not say."""
PATIENCE_S = 60.0
"""How long to go on asking."""


def insisted(ask: Callable[[], _Answer], pause: Callable[[float], bool | None] = time.sleep) -> _Answer:
    """What `ask` answers, asked again while it may, so it must be harmless to ask twice.

    A `Retry-After` is kept to. Raises what was said last: after `PATIENCE_S`, where the wait would exceed it, where
    `pause`, which waits so many seconds, returns true, and at once any `Refused` that would only be said again.
    """
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return ask()
        except (Unreachable, Refused) as failure:
            wait = AGAIN_S if isinstance(failure, Unreachable) else failure.again_s(AGAIN_S)
            if wait is None or time.monotonic() + wait > deadline or pause(wait):
                raise
