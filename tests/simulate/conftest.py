"""Simulations with machine code that is made once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from service.simulate.folder import machine_code, prepared
from service.simulate.simulator import Simulator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MADE = machine_code(prepared(None))
os.environ["NUMBA_CACHE_DIR"] = str(MADE)  # before any test imports numba, which reads it then


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for simulators, with slots of its own."""
    MADE.mkdir(exist_ok=True)
    folder = prepared(tmp_path / "simulations")
    machine_code(folder).symlink_to(MADE)
    return folder


@pytest.fixture
def simulator(folder: Path) -> Iterator[Simulator]:
    """A simulator that plays one order at a time."""
    simulator = Simulator(folder, at_once=1, timeout_s=300)
    yield simulator
    simulator.close()
