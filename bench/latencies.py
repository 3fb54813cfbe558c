"""How long moves take, and much that is done at once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

    from bench.racers import Racer

_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Latencies:
    """Seconds from a move to its answer."""

    all: list[float]
    rate: float

    @classmethod
    def of(cls, racers: Iterable[Racer], seconds: float) -> Self:
        """Those of everyone together."""
        everything = [latency for racer in racers for latency in racer.latencies]
        return cls(everything, len(everything) / seconds)

    @property
    def p50(self) -> float:
        """The median."""
        return median(self.all or [0.0])

    @property
    def p99(self) -> float:
        """What 99 of 100 stay below."""
        return quantiles(self.all or [0.0, 0.0], n=100)[98]

    def row(self, name: str, floor: Latencies | None = None) -> str:
        """A line of a table; `floor` is what the slowest percent is held against."""
        ratio = f"{self.p99 / floor.p99:.2f}" if floor else ""
        figures = f"{len(self.all)} | {self.rate:.0f} | {self.p50 * 1e3:.1f} | {self.p99 * 1e3:.1f}"
        return f"| {name} | {figures} | {ratio} |"


async def together(work: Iterable[Coroutine[Any, Any, Any]]) -> list[Any]:
    """All of it, some at a time."""
    some = asyncio.Semaphore(_AT_ONCE)

    async def in_turn(one: Coroutine[Any, Any, Any]) -> Any:
        async with some:
            return await one

    return await asyncio.gather(*(in_turn(one) for one in work))
