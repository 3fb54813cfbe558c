"""`clock migrate`: the database schema, brought up to date."""

import click

from service.config import Config
from service.processes.errors import CannotRun
from service.storage.postgres import migrate


@click.command("migrate")
def command() -> None:
    """Bring the database to the newest schema; doing so again changes nothing."""
    try:
        migrate.upgrade(Config.from_environment().database_url)
    except migrate.MigrationRefused as refusal:
        raise CannotRun(f"The database refuses the migration: {refusal}.") from refusal
    click.echo("The database has the newest schema.")
