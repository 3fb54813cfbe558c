"""`clock worker`: the results' way into Postgres."""

import click

from service import worker
from service.config import Config


@click.command("worker")
def command() -> None:
    """Write finished games into Postgres, and end games whose time is up."""
    worker.run(Config.from_environment())
