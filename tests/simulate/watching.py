"""What the tests of the process that plays share: orders, and a look at the processes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import psutil

from service.simulate.order import Order

if TYPE_CHECKING:
    from collections.abc import Callable

ORDER = Order("standard", 200_000, 7)
LONG = Order("big_clock", 1_000_000_000, 7)
PATIENCE_S = 300
"""How long anything may take on a machine that does much else: the processes here yield to all of it."""


def ignore(_: int) -> None:
    """Let it go on."""


def runners() -> list[psutil.Process]:
    """The processes that play for this one, but for those that have ended."""
    children = [child for child in psutil.Process().children() if not gone(child)]
    return [child for child in children if "service.simulate.child" in child.cmdline()]


def gone(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether it comes true within `PATIENCE_S`."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
