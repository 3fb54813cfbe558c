"""`clock migrate`: the database schema, brought up to date."""

import click

from service.config import Config
from service.storage import migrate


@click.command("migrate")
def command() -> None:
    """Bring the database to the newest schema; doing so again changes nothing."""
    migrate.upgrade(Config.from_environment().database_url)
    click.echo("The database has the newest schema.")
