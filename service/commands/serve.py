"""`clock serve`: the API in the foreground."""

import os
import sys
import tempfile
from pathlib import Path

import click

from service.config import Config, inherited_environment


@click.command("serve")
def command() -> None:
    """Serve the API with gunicorn, as the environment configures it."""
    config = Config.from_environment()
    folder = config.metrics_folder or Path(tempfile.mkdtemp(prefix="clock-metrics-"))
    folder.mkdir(parents=True, exist_ok=True)
    for left_over in folder.glob("*.db"):
        left_over.unlink()
    environment = inherited_environment() | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    gunicorn = [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn"]
    os.execve(sys.executable, gunicorn, environment)  # noqa: S606  a fixed program
