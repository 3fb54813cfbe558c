"""What a run of the tests leaves out is said at its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = """
import pytest
from tests.left_out import leave_out

@pytest.mark.parametrize("number", range(3))
def test_a_page(number):
    leave_out("there is no browser: get one")

def test_another_thing():
    pytest.skip("it is too late")
"""


def test_the_end_of_a_run_says_in_a_line_what_was_left_out_and_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "tests.left_out", "-n", "1", "-q", "test_some.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("Left out")]
    assert said == ["Left out: 3 tests, because there is no browser: get one"]
