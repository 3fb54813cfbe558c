"""Many requests at one instant."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")
THREADS = 20


def at_once(work: Callable[[int], Answer], times: int = THREADS) -> list[Answer]:
    """What the work answers to each number below `times`, done by as many threads, 20 at the most."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(times)))
