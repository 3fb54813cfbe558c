"""`make bench`: the service beside its floor, in turns, and a table of what that showed."""

from __future__ import annotations

from itertools import islice, repeat
from statistics import median
from typing import TYPE_CHECKING

from bench.load import Sample, drive, request
from bench.player import Player
from bench.resting import memory_of_a_game
from bench.servers import served, stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS = 5
SECONDS = 3.0
CONNECTIONS = (16, 64)
GAMES = 150
"""Games at hand for one burst: more steps than a burst can make."""


def main() -> None:
    """Measure and print."""
    with stores() as running, served("service.wsgi:app", running) as port:
        player = Player(port)
        game = next(player.games())
        size = len(player.state(game))
        floor_record = {"FLOOR_KEY": f"{{{game[-2:]}}}:game:{game}", "FLOOR_BYTES": str(size)}
        with served("bench.floor:create_floor()", running, **floor_record) as floor:
            print(f"answers of {size} bytes; {ROUNDS} rounds of {SECONDS:.0f} s in turns; medians\n")
            _table(player, floor)
        resting = memory_of_a_game(running.redis_url, player)
        print(f"\na game at rest: {resting:.0f} bytes in Valkey, index entries included")


def _table(player: Player, floor: int) -> None:
    print("| request | connections | per second | of the floor | p50 ms | p99 ms | p99 of the floor's | generator |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    bare_step = repeat(request("POST", "/step", player.token, b"{}"))
    bare_state = repeat(request("GET", "/state", player.token))
    shown = _fresh(player)
    for connections in CONNECTIONS:
        _compare("step", connections, player, lambda: player.steps(_fresh(player)), floor, bare_step)
        _compare("state", connections, player, lambda: player.states(shown), floor, bare_state)
        _compare("deal", connections, player, player.deals, floor, bare_step)
        _compare("autoplay", connections, player, lambda: player.autoplays(_fresh(player, 4_000)), floor, bare_step)


def _fresh(player: Player, count: int = GAMES) -> list[str]:
    return list(islice(player.games(), count))


def _compare(
    name: str,
    connections: int,
    player: Player,
    requests: Callable[[], Iterator[bytes]],
    floor: int,
    bare: Iterator[bytes],
) -> None:
    ours, bares = [], []
    for _ in range(ROUNDS):
        ours.append(_burst(player.port, connections, requests()))
        bares.append(_burst(floor, connections, bare))
    rate, p99 = _median(ours, "rate"), _median(ours, "p99")
    figures = [
        f"{rate:.0f}",
        f"{rate / _median(bares, 'rate'):.2f}",
        f"{_median(ours, 'p50') * 1e3:.1f}",
        f"{p99 * 1e3:.1f}",
        f"{p99 / _median(bares, 'p99'):.2f}",
        f"{_median(ours, 'own_share'):.0%}",
    ]
    print(f"| {name} | {connections} | {' | '.join(figures)} |", flush=True)


def _burst(port: int, connections: int, requests: Iterator[bytes]) -> Sample:
    sample = drive(port, [requests] * connections, SECONDS)
    if sample.failures:
        raise RuntimeError(f"{sample.failures} of {sample.requests} requests failed")
    return sample


def _median(samples: list[Sample], figure: str) -> float:
    return float(median(getattr(sample, figure) for sample in samples))


if __name__ == "__main__":
    main()
