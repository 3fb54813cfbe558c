"""`clock ban`: a player taken off the leaderboards."""

from contextlib import closing

import click

from service import stores
from service.config import Config
from service.storage.postgres import PostgresPlayers


@click.command("ban")
@click.argument("player_id", metavar="ID")
def command(player_id: str) -> None:
    """Take a player off all leaderboards; their account, games and results stay."""
    with closing(stores.database(Config.from_environment(), pool_size=1)) as database:
        PostgresPlayers(database).ban(player_id)
    click.echo(f"Player {player_id} is on no leaderboard any more.")
