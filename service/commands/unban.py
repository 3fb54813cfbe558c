"""`clock unban`: a player put back on the leaderboards."""

from contextlib import closing

import click

from service import stores
from service.config import Config
from service.storage.postgres import PostgresPlayers


@click.command("unban")
@click.argument("player_id", metavar="ID")
def command(player_id: str) -> None:
    """Put a banned player back on the leaderboards, with all results."""
    with closing(stores.database(Config.from_environment(), pool_size=1)) as database:
        PostgresPlayers(database).unban(player_id)
    click.echo(f"Player {player_id} is on the leaderboards again.")
