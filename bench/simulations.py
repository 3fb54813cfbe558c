"""`python -m bench.simulations`: play-outs of the kernel beside the same in C, in turns, and what an order costs."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROUNDS = 9
DEALS = 1_000_000
SOURCE = Path(__file__).with_name("simulations.c")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        rival = Path(folder, "rival")
        subprocess.run(("gcc", "-O3", "-o", rival, SOURCE), check=True)
        os.environ["NUMBA_CACHE_DIR"] = folder
        _compare(rival)
        _orders(Path(folder))


def _compare(rival: Path) -> None:
    from bench.kernels import Kernel  # noqa: PLC0415  numba reads NUMBA_CACHE_DIR when it is imported

    kernels = {name: Kernel(name) for name in ("standard", "watch", "perpetual", "big_clock", "big_clock_watch")}
    times: dict[str, list[float]] = {name: [] for name in ("C", *kernels)}
    for seed in range(ROUNDS):
        seconds, *found = subprocess.run(
            (rival, str(DEALS), str(seed)), check=True, capture_output=True, text=True
        ).stdout.split()
        times["C"].append(float(seconds))
        for name, kernel in kernels.items():
            times[name].append(kernel.seconds(DEALS, seed))
        if kernels["standard"].found() != tuple(map(int, found)):
            raise RuntimeError("the kernel and the C program disagree")
    print(f"{ROUNDS} rounds of {DEALS:,} deals in turns on one core; medians; C is gcc -O3, the standard game\n")
    print("| play-out | deals/s | of C |\n| --- | --- | --- |")
    for name, took in times.items():
        print(f"| {name} | {DEALS / median(took):,.0f} | {median(times['C']) / median(took):.2f} |")


def _orders(folder: Path) -> None:
    from service.simulate.order import Order  # noqa: PLC0415  as above
    from service.simulate.simulator import Simulator  # noqa: PLC0415

    def seconds(simulator: Simulator, deals: int) -> float:
        start = perf_counter()
        simulator.run(Order("standard", deals, 1), lambda _: None)
        return perf_counter() - start

    simulators = [Simulator(folder / "orders") for _ in range(5)]
    compiling, *starting = [seconds(simulator, 1) for simulator in simulators]
    waiting = [seconds(simulators[-1], 1) for _ in range(ROUNDS)]
    million = [seconds(simulators[-1], DEALS) for _ in range(ROUNDS)]
    for simulator in simulators:
        simulator.close()
    print("\n| an order of | seconds |\n| --- | --- |")
    print(f"| one deal, nothing compiled yet | {compiling:.2f} |")
    print(f"| one deal, by a new process | {median(starting):.2f} |")
    print(f"| one deal, by a process that waits | {median(waiting):.4f} |")
    print(f"| {DEALS:,} deals, by a process that waits | {median(million):.2f} |")


if __name__ == "__main__":
    main()
