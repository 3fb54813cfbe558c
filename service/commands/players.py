"""`clock players`: accounts, as operators see to them."""

from contextlib import closing

import click

from service import stores
from service.config import Config
from service.play.players import display_name
from service.storage.postgres import PostgresPlayers


@click.group("players")
def command() -> None:
    """Rename players whose names cannot stay."""


@command.command("rename")
@click.argument("player_id", metavar="ID")
@click.argument("name")
def rename(player_id: str, name: str) -> None:
    """Give a player another name, which shows everywhere at once."""
    name = display_name(name)
    with closing(stores.database(Config.from_environment(), pool_size=1)) as database:
        player = PostgresPlayers(database).rename(player_id, name)
    click.echo(f"Player {player.id} is called {player.display_name} now.")
