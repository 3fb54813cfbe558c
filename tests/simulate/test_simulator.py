"""Simulations are played by a process that may be slow, busy, killed or left alone, and nobody else suffers."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from service.simulate.child import answers
from service.simulate.errors import SimulatorBusy, SimulatorUnavailable
from service.simulate.folder import slot
from service.simulate.order import Order
from service.simulate.simulator import Simulator
from tests.simulate.watching import LONG, ORDER, PATIENCE_S, eventually, gone, ignore, runners


@pytest.fixture
def other(folder: Path) -> Iterator[Simulator]:
    """Another worker's simulator, in the same folder."""
    other = Simulator(folder, at_once=1, timeout_s=PATIENCE_S)
    yield other
    other.close()


def test_the_same_seed_has_the_same_report_in_any_process(simulator: Simulator) -> None:
    *_, last = answers(ORDER)
    assert simulator.run(ORDER, ignore) == last["report"] == simulator.run(ORDER, ignore)
    assert simulator.run(Order("standard", 200_000, 8), ignore) != last["report"]


def test_progress_is_told(simulator: Simulator) -> None:
    heard: list[int] = []
    simulator.run(ORDER, heard.append)
    assert heard == [50_000, 100_000, 150_000, 200_000]


def test_the_process_waits_for_the_next_order(simulator: Simulator) -> None:
    simulator.run(ORDER, ignore)
    (first,) = runners()
    simulator.run(ORDER, ignore)
    assert runners() == [first]
    simulator.close()
    assert runners() == []


def test_a_process_that_waited_in_vain_has_ended_and_another_takes_its_place(folder: Path) -> None:
    simulator = Simulator(folder, idle_s=1.0)
    simulator.run(ORDER, ignore)
    assert eventually(lambda: not runners())
    assert simulator.run(ORDER, ignore)["deals"] == 200_000
    simulator.close()


def test_the_process_yields_to_all_others_and_knows_no_secret(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "of the service")
    simulator.run(ORDER, ignore)
    (runner,) = runners()
    assert runner.nice() == 10
    assert "of the service" not in runner.environ().values()
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL"}.isdisjoint(runner.environ())


def test_only_so_many_play_at_once_among_all_workers(simulator: Simulator, other: Simulator) -> None:
    refused: list[bool] = []

    def meanwhile(_: int) -> None:
        with pytest.raises(SimulatorBusy):
            other.run(ORDER, ignore)
        refused.append(True)

    simulator.run(ORDER, meanwhile)
    assert len(refused) == 4
    assert other.run(ORDER, ignore)["deals"] == 200_000


def test_a_slot_is_free_again_when_its_holder_is_killed(folder: Path, simulator: Simulator) -> None:
    program = "import sys, time; from pathlib import Path; from service.simulate.folder import slot\n"
    program += "with slot(Path(sys.argv[1]), 1): print('held', flush=True); time.sleep(600)"
    with subprocess.Popen((sys.executable, "-c", program, folder), stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(SimulatorBusy):
            simulator.run(ORDER, ignore)
        holder.kill()
    assert simulator.run(ORDER, ignore)["deals"] == 200_000


def test_whoever_gives_up_ends_the_process_and_frees_the_slot(simulator: Simulator) -> None:
    class GivenUp(Exception):
        pass

    def give_up(_: int) -> None:
        raise GivenUp

    with pytest.raises(GivenUp):
        simulator.run(LONG, give_up)
    assert runners() == []
    assert simulator.run(ORDER, ignore)["deals"] == 200_000


def test_what_takes_too_long_is_ended(folder: Path) -> None:
    simulator = Simulator(folder, at_once=1, timeout_s=2)
    started = time.monotonic()
    with pytest.raises(SimulatorUnavailable, match="in time"):
        simulator.run(LONG, ignore)
    assert 2 <= time.monotonic() - started < 60
    assert runners() == []
    with slot(folder, 1):
        pass


def test_a_killed_process_is_told_of_and_replaced(simulator: Simulator) -> None:
    def kill(_: int) -> None:
        for runner in runners():
            runner.kill()

    with pytest.raises(SimulatorUnavailable, match="has ended"):
        simulator.run(LONG, kill)
    assert runners() == []
    simulator.run(ORDER, ignore)
    (waiting,) = runners()
    waiting.kill()
    assert eventually(lambda: gone(waiting))
    assert simulator.run(ORDER, ignore)["deals"] == 200_000


def test_a_process_ends_soon_after_its_parent_was_killed(folder: Path) -> None:
    program = f"""
import sys
import time
from pathlib import Path
from service.simulate.order import Order
from service.simulate.simulator import Simulator
Simulator(Path({str(folder)!r})).run(Order("big_clock", 10**9, 1), lambda done: print(done, flush=True))
"""
    with subprocess.Popen((sys.executable, "-c", program), stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"50000\n"
        (runner,) = psutil.Process(parent.pid).children()
        parent.send_signal(signal.SIGKILL)
    assert eventually(lambda: gone(runner))


def test_other_greenlets_go_on_while_one_waits_for_a_simulation(folder: Path) -> None:
    program = f"""
from gevent import monkey; monkey.patch_all()
import gevent, time
from pathlib import Path
from service.simulate.order import Order
from service.simulate.simulator import Simulator
simulator = Simulator(Path({str(folder)!r}), at_once=2, timeout_s={PATIENCE_S})
orders = [Order("big_clock", 300_000, seed) for seed in range(2)]
playing = [gevent.spawn(simulator.run, order, lambda done: None) for order in orders]
ticks = 0
while not all(greenlet.ready() for greenlet in playing):
    gevent.sleep(0.001)
    ticks += 1
assert [greenlet.get()["deals"] for greenlet in playing] == [300_000] * 2
cancelled = gevent.spawn(simulator.run, Order("big_clock", 10**9, 1), lambda done: None)
gevent.sleep(0.5)
cancelled.kill()
assert simulator.run(orders[0], lambda done: None)["deals"] == 300_000
simulator.close()
print(ticks)
"""
    done = subprocess.run((sys.executable, "-c", program), check=True, capture_output=True, text=True)
    assert int(done.stdout) > 100


def test_the_service_imports_neither_numba_nor_numpy() -> None:
    program = "import sys, service.app, service.jobs; print({'numba', 'numpy', 'plotext'} & set(sys.modules))"
    done = subprocess.run((sys.executable, "-c", program), check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"
