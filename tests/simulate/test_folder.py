"""The folder of machine code: made once, made again when it is broken, and never anybody else's."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from service.simulate.errors import SimulatorUnavailable
from service.simulate.folder import machine_code, prepared
from service.simulate.simulator import Simulator
from tests.simulate.watching import ORDER, PATIENCE_S, ignore

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_that_others_may_write_to_is_not_used(folder: Path, simulator: Simulator) -> None:
    folder.chmod(0o770)
    with pytest.raises(SimulatorUnavailable, match="alone"):
        simulator.run(ORDER, ignore)
    folder.chmod(0o755)
    assert simulator.run(ORDER, ignore)["deals"] == 200_000


@pytest.mark.parametrize("suffix", ["nbc", "nbi"])
def test_machine_code_that_a_crash_left_unfinished_is_made_again(tmp_path: Path, suffix: str) -> None:
    folder = prepared(tmp_path / "simulations")
    shutil.copytree(machine_code(prepared(None)), machine_code(folder))
    for file in machine_code(folder).rglob(f"kernel.play_out*.{suffix}"):
        os.truncate(file, 100)
    simulator = Simulator(folder, timeout_s=PATIENCE_S)
    assert simulator.run(ORDER, ignore)["deals"] == 200_000
    simulator.close()
    assert all(file.stat().st_size > 100 for file in machine_code(folder).rglob("kernel.play_out*"))


def test_nobody_else_may_write_to_the_machine_code(tmp_path: Path) -> None:
    folder = tmp_path / "simulations"
    before = os.umask(0)
    try:
        simulator = Simulator(folder, timeout_s=PATIENCE_S)
        simulator.run(ORDER, ignore)
        simulator.close()
    finally:
        os.umask(before)
    made = [folder, *folder.rglob("*")]
    assert len(made) > 10
    assert [path for path in made if path.stat().st_mode & 0o022] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_not_used(folder: Path, simulator: Simulator) -> None:
    os.chown(folder, 65534, 65534)
    with pytest.raises(SimulatorUnavailable, match="alone"):
        simulator.run(ORDER, ignore)


def test_without_a_folder_there_is_no_simulation(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SimulatorUnavailable, match="no folder"):
        Simulator(tmp_path / "file" / "folder").run(ORDER, ignore)
