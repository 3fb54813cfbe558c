"""`clock up`: the whole service on this machine, its stores included."""

from pathlib import Path

import click

from service.config import inherited_environment
from service.embedded import data_folder
from service.local import LocalService, check
from service.processes.account import Account


@click.command("up")
@click.option("--port", type=click.IntRange(1, 65535), help="Where to serve the API (PORT, else 8000).")
@click.option("--data", type=click.Path(path_type=Path), default="var", show_default=True, help="Where data is kept.")
def command(port: int | None, data: Path) -> None:
    """Run the whole service here until Ctrl-C.

    PostgreSQL and Valkey are started too, unless DATABASE_URL and REDIS_URL name servers to use instead.
    """
    environment = inherited_environment() | ({"PORT": str(port)} if port else {})
    check(data, environment)
    folder = data_folder(data, Account.for_folder(data))
    LocalService(folder, environment, say=click.echo).run()
