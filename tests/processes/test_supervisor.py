"""The supervisor keeps its parts running, and stops them in the opposite order."""

import signal
from collections.abc import Iterator
from threading import Event

import pytest

from service.processes.errors import CannotRun
from service.processes.supervisor import Supervisor, stopped_by_signals


class FakePart:
    """A part that dies as often as it is told to."""

    def __init__(self, name: str, log: list[str], *, deaths: int = 0, stopping: Event | None = None) -> None:
        self.name = name
        self.log = log
        self.deaths = deaths
        self.stopping = stopping

    @property
    def alive(self) -> bool:
        if self.deaths == 0 and self.stopping:
            self.stopping.set()
        self.deaths -= 1
        return self.deaths < 0

    def start(self) -> None:
        self.log.append(f"start {self.name}")

    def stop(self) -> None:
        self.log.append(f"stop {self.name}")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.processes.supervisor._LOOK_S", 0.001)


def test_parts_stop_in_the_opposite_order() -> None:
    log: list[str] = []
    with Supervisor(Event(), log.append) as supervisor:
        supervisor.start(FakePart("store", log))
        supervisor.start(FakePart("api", log))
    assert log == ["start store", "start api", "stop api", "stop store"]


def test_a_part_that_dies_is_started_again_with_a_word_about_it() -> None:
    log: list[str] = []
    stopping = Event()
    with Supervisor(stopping, log.append) as supervisor:
        supervisor.start(FakePart("store", log, deaths=2, stopping=stopping))
        supervisor.watch()
    again = ["store has died: starting it again.", "start store"]
    assert log == ["start store", *again, *again, "stop store"]


def test_a_part_that_keeps_dying_ends_the_whole() -> None:
    log: list[str] = []
    stopping = Event()
    with Supervisor(stopping, log.append) as supervisor:
        supervisor.start(FakePart("store", log))
        supervisor.start(FakePart("api", log, deaths=100, stopping=stopping))
        with pytest.raises(CannotRun, match="api has died 6 times within a minute"):
            supervisor.watch()
    assert log.count("start api") == 6
    assert log[-2:] == ["stop api", "stop store"]


def test_a_part_that_cannot_start_takes_the_others_down_in_order() -> None:
    class Impossible(FakePart):
        def start(self) -> None:
            raise CannotRun("no")

    log: list[str] = []
    with Supervisor(Event(), log.append) as supervisor:
        supervisor.start(FakePart("store", log))
        with pytest.raises(CannotRun):
            supervisor.start(Impossible("api", log))
    assert log == ["start store", "stop api", "stop store"]


def test_nothing_is_started_once_told_to_stop() -> None:
    log: list[str] = []
    stopping = Event()
    stopping.set()
    with Supervisor(stopping, log.append) as supervisor:
        supervisor.start(FakePart("store", log))
        supervisor.watch()
    assert log == []


@pytest.fixture
def hangup() -> Iterator[None]:
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hangup")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_ask_for_a_stop_and_nothing_worse(number: signal.Signals) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    stopping = Event()
    before = signal.getsignal(number)
    with stopped_by_signals(stopping):
        signal.raise_signal(number)
    assert stopping.is_set()
    assert signal.getsignal(number) == before


@pytest.mark.usefixtures("hangup")
def test_a_hangup_that_nohup_ignores_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stopping = Event()
    with stopped_by_signals(stopping):
        signal.raise_signal(signal.SIGHUP)
    assert not stopping.is_set()
