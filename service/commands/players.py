"""`clock players`: accounts, as operators see to them."""

from contextlib import closing
from pathlib import Path

import click

from service import stores
from service.operators import data_option, settings
from service.play.players import display_name
from service.storage.postgres import PostgresPlayers


@click.group("players")
def command() -> None:
    """Rename players whose names cannot stay."""


@command.command("rename")
@click.argument("player_id", metavar="ID")
@click.argument("name")
@click.option("--free", is_flag=True, help="Let the player change the name again.")
@data_option
def rename(player_id: str, name: str, data: Path, *, free: bool) -> None:
    """Give a player another name, which shows everywhere at once and stays until it is freed."""
    name = display_name(name)
    with closing(stores.database(settings(data, "DATABASE_URL"), pool_size=1)) as database:
        player = PostgresPlayers(database).give_name(player_id, name, locked=not free)
    click.echo(f"Player {player.id} is called {player.display_name} now{'' if free else ', until that is freed'}.")
