"""Many idle streams of events on one gunicorn worker: what they cost, and how soon all of them hear of something.

The floor is the same number of keep-alive connections of which nothing is asked: `python -m bench.streams [COUNT]`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import TYPE_CHECKING

import psutil

from bench.racers import Racer
from bench.races import ROOM
from bench.servers import served, stores
from bench.usage import many_files
from bench.wire import Connection, Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

STREAMS, ROUNDS, IDLE_S = 5_000, 3, 10.0
_AT_ONCE = 50


def main() -> None:
    """Measure and print."""
    many_files()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else STREAMS
    with stores() as running:
        for measure in (_idle, _measure):
            with served("service.wsgi:app", running, WEB_WORKERS="1", **ROOM) as port:
                asyncio.run(measure(port, count))


async def _measure(port: int, count: int) -> None:
    host = await Racer.signed_in(port)
    race = (await host.line.call("POST", "/v1/races", {"capacity": ROUNDS + 2}))["id"]
    worker = _worker()
    before = worker.memory_info().rss
    streams: list[Stream] = []
    for _ in range(0, count, _AT_ONCE):
        streams += await asyncio.gather(*(Stream.of(port, race, host.line.token) for _ in range(_AT_ONCE)))
    print(f"{len(streams)} streams: {_kb(worker, before, count)} kB each")
    for seq in range(2, ROUNDS + 2):
        await _tell(streams, await Racer.signed_in(port), race, seq)
    used = sum(worker.cpu_times()[:2])
    await asyncio.sleep(IDLE_S)
    print(f"idle: {(sum(worker.cpu_times()[:2]) - used) / IDLE_S:.1%} of a core, heartbeats included")


async def _idle(port: int, count: int) -> None:
    """The floor: what a connection costs that has asked one small thing and is kept."""
    worker = _worker()
    before = worker.memory_info().rss
    lines: list[Connection] = []
    for _ in range(0, count, _AT_ONCE):
        opened = [Connection(port) for _ in range(_AT_ONCE)]
        await asyncio.gather(*(line.call("GET", "/healthz") for line in opened))
        lines += opened
    print(f"{len(lines)} kept connections: {_kb(worker, before, count)} kB each")


async def _tell(streams: Sequence[Stream], other: Racer, race: str, seq: int) -> None:
    """Let something happen, and note when the first, the middle and the last stream has heard of it."""
    heard = [stream.hears(seq) for stream in streams]
    began = time.perf_counter()
    await other.line.call("POST", f"/v1/races/{race}/join")
    answered = time.perf_counter() - began
    times = sorted(moment - began for moment in await asyncio.gather(*heard))
    first, middle, last = times[0], times[len(times) // 2], times[-1]
    print(f"answered after {answered:.3f} s; first heard {first:.3f}, median {middle:.3f}, last {last:.3f} s")


def _worker() -> psutil.Process:
    masters = [one for one in psutil.Process().children() if "gunicorn" in one.cmdline()]
    worker: psutil.Process = masters[0].children()[0]
    return worker


def _kb(worker: psutil.Process, before: int, count: int) -> str:
    return f"{(worker.memory_info().rss - before) / count / 1e3:.1f}"


if __name__ == "__main__":
    main()
