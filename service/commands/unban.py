"""`clock unban`: a player put back on the leaderboards."""

from contextlib import closing
from pathlib import Path

import click

from service import stores
from service.operators import data_option, settings
from service.storage.postgres import PostgresPlayers, PostgresRetention


@click.command("unban")
@click.argument("player_id", metavar="ID")
@data_option
def command(player_id: str, data: Path) -> None:
    """Put a banned player back on the leaderboards, with all results."""
    config = settings(data, "DATABASE_URL")
    with closing(stores.patient_database(config)) as database:
        since = PostgresRetention(database, config.standings_kept_days).since()
        PostgresPlayers(database, since).unban(player_id)
    click.echo(f"Player {player_id} is on the leaderboards again.")
