"""Races under load, all that is told checked against what the racers know.

One race of 64 who move flat out before 100 spectators, beside lone placement games in the same run; or many races of
four at human pace: `python -m bench.races [RACES[:AT ONCE[:SECONDS A CARD]]...]`.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import TYPE_CHECKING

from bench import grid
from bench.latencies import Latencies, together
from bench.marshal import PENALTY_MS, Checked
from bench.racers import Racer, Running
from bench.servers import served, stores, working
from bench.usage import many_files

if TYPE_CHECKING:
    from collections.abc import Sequence

RACERS, SPECTATORS, ROUNDS = 64, 100, 3
ROOM = {"STREAMS_PER_PLAYER": "10000", "STREAMS_PER_ADDRESS": "10000", "STREAMS_PER_PROCESS": "6000"}
_LONGEST_S = 600.0
"""One race that moves flat out is over long before; whatever is not, is given up."""


def main() -> None:
    """Measure and print; fails if anything was not as it should be."""
    many_files()
    programmes = [grid.Programme.parse(text) for text in sys.argv[1:]]
    with stores() as running, working(running), served("service.wsgi:app", running, **ROOM) as port:
        print("| moves | count | per second | p50 ms | p99 ms | of lone games' p99 |")
        print("| --- | --- | --- | --- | --- | --- |")
        if programmes:
            right = [asyncio.run(grid.run(port, running.environment["DATABASE_URL"], one)) for one in programmes]
        else:
            right = [asyncio.run(asyncio.wait_for(_flat_out(port), _LONGEST_S))]
    sys.exit(not all(right))


async def _flat_out(port: int) -> bool:
    racers = await together(Racer.signed_in(port) for _ in range(RACERS))
    spectators = await together(Racer.signed_in(port) for _ in range(SPECTATORS))
    checked = Checked()
    for _ in range(ROUNDS):
        alone = await _lone(racers[:1], games=4)
        print(alone.row("one placement game, nothing else"))
        lone = await _lone(racers, games=1)
        print(lone.row(f"{RACERS} placement games at once"))
        bare = await _one_race(port, racers, [], checked)
        print(bare.row(f"a race of {RACERS}, nobody watches", lone))
        raced = await _one_race(port, racers, spectators, checked)
        print(raced.row(f"a race of {RACERS}, {SPECTATORS} watch", lone))
        print(f"  {checked.told()}", flush=True)
    return not checked.faults


async def _lone(racers: Sequence[Racer], games: int) -> Latencies:
    """Lone placement games, flat out."""
    for racer in racers:
        racer.latencies.clear()
    took = 0.0
    for _ in range(games):
        await together(racer.deal() for racer in racers)
        began = time.perf_counter()
        await asyncio.gather(*(racer.run(random.Random(racer.seat), 0) for racer in racers))
        took += time.perf_counter() - began
    return Latencies.of(racers, took)


async def _one_race(port: int, racers: list[Racer], spectators: Sequence[Racer], checked: Checked) -> Latencies:
    race = await Running.gathered(racers, penalty_ms=PENALTY_MS)
    await race.watch(port, spectators)
    await race.start()
    for racer in racers:
        racer.latencies.clear()
    began = time.perf_counter()
    await race.run(random.Random(7))
    latencies = Latencies.of(racers, time.perf_counter() - began)
    await checked.add(race)
    return latencies


if __name__ == "__main__":
    main()
