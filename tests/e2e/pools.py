"""`clock serve` several times over, on stores that are there already."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

from service.embedded.server import free_port
from tests.e2e.running import Up, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@contextmanager
def served(folder: Path, settings: Mapping[str, str]) -> Iterator[Up]:
    """An API process with these settings, ready; afterwards it is gone."""
    ports = {"PORT": str(free_port()), "METRICS_PORT": str(free_port()), "WEB_WORKERS": "1"}
    environment = os.environ | dict(settings) | ports
    output = folder / f"api-{ports['PORT']}.log"
    with output.open("wb") as log:
        process = subprocess.Popen([sys.executable, "-m", "service.cli", "serve"], env=environment, stderr=log)
    up = Up(process, folder, output, environment)
    try:
        until(lambda: is_ready(up) or process.poll() is not None)
        assert process.poll() is None, up.said
        yield up
    finally:
        up.end()


def is_ready(up: Up) -> bool:
    try:
        return up.call("GET", "/readyz").status == HTTPStatus.OK
    except OSError:
        return False
