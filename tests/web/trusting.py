"""The page's own verification, run by Node: pure functions that need no page."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.left_out import leave_out

HERE = Path(__file__).parent


def trusted(*tasks: list[Any]) -> list[Any]:
    """What came of tasks such as `["verify", proof, known]`, which trust.mjs lists."""
    node = shutil.which("node")
    if node is None:
        leave_out("there is no Node to run the page's modules with: Debian has it as nodejs")
    command = [node, str(HERE / "trust.mjs")]
    done = subprocess.run(command, input=json.dumps(tasks), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    gave: list[Any] = json.loads(done.stdout)
    return gave


def states(verified: Any) -> dict[str, str]:
    """What each check came to."""
    return {check["id"]: check["state"] for check in verified["checks"]}


def failed(verified: Any) -> list[str]:
    """The checks that failed."""
    return [name for name, state in states(verified).items() if state == "failed"]
