"""`clock ban`: a player taken off the leaderboards."""

from contextlib import closing
from pathlib import Path

import click

from service import stores
from service.operators import data_option, settings
from service.storage.postgres import PostgresPlayers


@click.command("ban")
@click.argument("player_id", metavar="ID")
@data_option
def command(player_id: str, data: Path) -> None:
    """Take a player off all leaderboards; their account, games and results stay."""
    with closing(stores.patient_database(settings(data, "DATABASE_URL"))) as database:
        PostgresPlayers(database).ban(player_id)
    click.echo(f"Player {player_id} is on no leaderboard any more.")
