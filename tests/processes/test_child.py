"""A child process ends in its own way, and is found again when its parent was killed."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from service.processes.child import Child
from service.processes.errors import CannotRun

ENDS_IN_ITS_OWN_WAY = """
import os, signal
signal.signal(signal.SIGTERM, lambda *_: (os.write(1, b"ended in order\\n"), os._exit(0)))
os.write(1, b"runs\\n")
while True:
    signal.pause()
"""
REFUSES_TO_END = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("runs", flush=True)
while True:
    signal.pause()
"""
LEAVES_A_CHILD = """
import os, signal
if os.fork() == 0:
    os.setsid()
    print("runs", flush=True)
signal.pause()
"""


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Callable[..., Child]]:
    started: list[Child] = []

    def start(code: str, **more: float) -> Child:
        new = Child("The child", [sys.executable, "-c", code], tmp_path / "lock", {}, tmp_path / "log", **more)  # type: ignore[arg-type]  # only stop_s
        started.append(new)
        new.start()
        until(lambda: "runs" in (tmp_path / "log").read_text())
        return new

    yield start
    for each in started:
        each.kill()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_child_is_asked_to_end_before_it_is_made_to(child: Callable[..., Child], tmp_path: Path) -> None:
    process = child(ENDS_IN_ITS_OWN_WAY)
    process.stop()
    assert not process.alive
    assert (tmp_path / "log").read_text() == "runs\nended in order\n"


def test_one_that_refuses_to_end_is_killed(child: Callable[..., Child]) -> None:
    process = child(REFUSES_TO_END, stop_s=0.1)
    process.stop()
    assert not process.alive


def test_what_an_earlier_parent_left_running_is_ended_first(child: Callable[..., Child], tmp_path: Path) -> None:
    for _ in range(3):
        (tmp_path / "log").write_text("")
        left_over = child(ENDS_IN_ITS_OWN_WAY)
        (tmp_path / "log").write_text("")
        successor = child(ENDS_IN_ITS_OWN_WAY)
        assert not left_over.alive
        assert "ended in order" in (tmp_path / "log").read_text()
        successor.stop()


def test_a_dead_childs_number_in_the_lock_file_harms_no_stranger(child: Callable[..., Child], tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as stranger:
        (tmp_path / "lock").write_text(str(stranger.pid))
        child(ENDS_IN_ITS_OWN_WAY)
        assert stranger.poll() is None
        stranger.kill()


def test_a_descendant_that_does_not_end_is_reported(
    child: Callable[..., Child], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.processes.child._LEFTOVER_S", 0.1)
    monkeypatch.setattr("service.processes.child._KILLED_S", 0.1)
    parent = child(LEAVES_A_CHILD)
    (descendant,) = psutil.Process(parent.pid).children()
    parent.kill()
    with pytest.raises(CannotRun, match="still running from an earlier start"):
        Child("The child", ["true"], tmp_path / "lock", {}).start()
    descendant.kill()


def test_a_program_that_is_missing_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match=r"The child cannot be started: .*No such file"):
        Child("The child", [str(tmp_path / "missing")], tmp_path / "lock", {}).start()


def test_a_child_gets_the_environment_it_is_given_and_nothing_else(tmp_path: Path) -> None:
    process = Child("The child", ["/usr/bin/env"], tmp_path / "lock", {"ONLY": "this"}, tmp_path / "log")
    process.start()
    until(lambda: not process.alive)
    assert (tmp_path / "log").read_text() == "ONLY=this\n"
