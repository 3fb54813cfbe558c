"""Many races of four at human pace, some of them watched, in one process, which ends whatever the service does."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from bench.latencies import Latencies, together
from bench.marshal import PENALTY_MS, Checked
from bench.racers import HEARD_WITHIN_S, Racer, Running
from bench.recorded import Books
from bench.usage import Usage
from bench.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS, SPECTATORS = 4, 4
WATCHED_EVERY = 5
"""One race of so many is watched."""
_LONGEST_MOVES = 80
"""More than any racer of a standard game needs, errors included."""
_LONGEST_S = 1800.0
"""What has not ended by then is given up."""
_BEGUN_A_SECOND = 12
"""So many groups begin."""


@dataclass(frozen=True, slots=True)
class Programme:
    """How many races, how many of them at once, and how many seconds a racer takes for a card."""

    races: int
    at_once: int
    pause_s: float = 0.7
    limit_s: int = 900
    """What the races have as their time limit."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """From `races[:at once[:seconds a card[:time limit]]]`."""
        races, at_once, pause_s, limit_s = (*text.split(":"), "", "", "")[:4]
        return cls(int(races), int(at_once or races), float(pause_s or 0.7), int(limit_s or 900))

    @property
    def race_s(self) -> float:
        """How long one race may take from its first seat until everyone has heard of its end."""
        return 60 + min(self.limit_s, _LONGEST_MOVES * self.pause_s) + HEARD_WITHIN_S


@dataclass(slots=True)
class Day:
    """What comes of a programme."""

    port: int
    programme: Programme
    left: Iterator[int]
    ended: int = 0
    checked: Checked = field(default_factory=Checked)
    books: Books = field(default_factory=Books)

    async def group(self, racers: list[Racer], begins_s: float) -> None:
        """Four who race again and again while there are races left."""
        await asyncio.sleep(begins_s)
        for number in self.left:
            try:
                async with asyncio.timeout(self.programme.race_s):
                    await self._race(racers, number)
            except (
                TimeoutError,
                OSError,
                Refused,
                LookupError,
                ValueError,
            ) as error:  # told something senseless, too
                self.checked.faults.append(f"race number {number} did not end: {error!r:.300}")
                print(f"  {self.checked.faults[-1]}", file=sys.stderr, flush=True)

    async def _race(self, racers: list[Racer], number: int) -> None:
        race = await Running.gathered(racers, penalty_ms=PENALTY_MS, time_limit_s=self.programme.limit_s)
        if number % WATCHED_EVERY == 0:
            await race.watch(self.port, [racers[0]] * SPECTATORS)
        await race.start()
        await race.run(random.Random(number), self.programme.pause_s)
        self.ended += race.shown["status"] == "finished"
        self.books.add(race)
        await self.checked.add(race)


async def run(port: int, database: str, programme: Programme) -> bool:
    """Run all of it, and print what it showed; whether it all was as it should be."""
    racers = await together(Racer.signed_in(port) for _ in range(SEATS * programme.at_once))
    groups = [racers[at : at + SEATS] for at in range(0, len(racers), SEATS)]
    day = Day(port, programme, iter(range(programme.races)))
    usage, began = Usage(), time.perf_counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST_S):
            await asyncio.gather(*(day.group(group, place / _BEGUN_A_SECOND) for place, group in enumerate(groups)))
    seconds = time.perf_counter() - began
    shares = usage.told(seconds)
    checked = day.checked
    checked.faults += await day.books.faults(database)
    name = f"{programme.races} races of {SEATS}, {programme.at_once} at once, a card every {programme.pause_s} s"
    print(Latencies.of(racers, seconds).row(name))
    unanswered = sum(racer.unanswered for racer in racers)
    print(f"  {day.ended} ended in {seconds:.0f} s, {unanswered} moves without an answer at first; {checked.told()}")
    print(f"  shares of a core: {shares}", flush=True)
    for fault in checked.faults[:10]:
        print(f"  {fault}")
    for racer in racers:
        racer.line.close()
    return not checked.faults and day.ended == programme.races
