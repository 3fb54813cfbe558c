"""The real service on real stores, as a process at an address of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from service.embedded.server import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE_S = 60


@pytest.fixture(scope="session")
def served(migrated_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the service."""
    port = free_port()
    settings = {
        "CLOCK_ENV": "test",
        "DATABASE_URL": migrated_url,
        "REDIS_URL": valkey_url,
        "PORT": str(port),
        "METRICS_PORT": str(free_port()),
    }
    output = tmp_path_factory.mktemp("served") / "output"
    with output.open("wb") as file, serving(settings, file.fileno()) as process:
        try:
            deadline = time.monotonic() + PATIENCE_S
            while not answers(port):
                assert process.poll() is None, output.read_text(errors="replace")
                assert time.monotonic() < deadline, "waited a minute in vain"
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def serving(settings: dict[str, str], output: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "service.cli", "serve"]
    return subprocess.Popen(command, env=os.environ | settings, stdout=output, stderr=output)


def answers(port: int) -> bool:
    """Whether a worker does: its port is open long before on a machine that has much else to do."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE_S) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of nobody else: each test begins without a guest account."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv("NO_COLOR", raising=False)
