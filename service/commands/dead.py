"""`clock dead`: results that were set aside, looked at and sent on their way again."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from service import stores
from service.config import Config
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from service.storage.valkey import LiveStore

MOST_A_PARTITION = 10_000
"""So many dead letters of each partition are seen at a time."""


@click.group("dead")
def command() -> None:
    """See results that could not be recorded, and try them again."""


@command.command("list")
def list_letters() -> None:
    """Show every dead letter: its name, its game, and why it was set aside."""
    with _store() as live:
        for letter in live.dead_letters().dead(MOST_A_PARTITION):
            click.echo(f"{letter.name}  {letter.game_id or 'no game'}  {letter.reason}")


@command.command("replay")
@click.argument("names", metavar="NAME...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All of them, whatever was the matter with them.")
def replay_letters(names: tuple[str, ...], *, everything: bool) -> None:
    """Put dead letters back on their way into Postgres, as if they had never been tried."""
    if bool(names) == everything:
        raise click.UsageError("Name the letters, as clock dead list shows them, or say --all.")
    with _store() as live:
        letters = live.dead_letters().dead(MOST_A_PARTITION)
        moved = live.dead_letters().replay([letter for letter in letters if everything or letter.name in names])
    click.echo(f"Back on their way: {moved}.")
    unknown = sorted(set(names) - {letter.name for letter in letters})
    if unknown:
        raise CannotRun(f"There are no dead letters {', '.join(unknown)}.")


def _store() -> closing[LiveStore]:
    return closing(stores.live_store(Config.from_environment(), lambda: None))
