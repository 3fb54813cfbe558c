"""`clock serve`: the API in the foreground."""

import os
import sys

import click

from service.config import Config


@click.command("serve")
def command() -> None:
    """Serve the API with gunicorn, as the environment configures it."""
    folder = Config.from_environment().metrics_folder
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for left_over in folder.glob("*.db"):
            left_over.unlink()
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn"])  # noqa: S606  a fixed program
