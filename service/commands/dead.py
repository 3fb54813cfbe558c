"""`clock dead`: results that were set aside, looked at and sent on their way again."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from service import stores
from service.operators import data_option, settings
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from pathlib import Path

    from service.storage.valkey import LiveStore

REPLAYED_AT_A_TIME = 1000


@click.group("dead")
def command() -> None:
    """See results that could not be recorded, and try them again."""


@command.command("list")
@data_option
def list_letters(data: Path) -> None:
    """Show every dead letter: its name, its game, and why it was set aside."""
    with _store(data) as live:
        letters = list(live.dead_letters().dead())
    for letter in letters:
        click.echo(f"{letter.name}  {letter.game_id or 'no game'}  {letter.reason}")
    if not letters:
        click.echo("There are no dead letters.", err=True)  # beside the list, which scripts read


@command.command("replay")
@click.argument("names", metavar="NAME...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All of them, whatever was the matter with them.")
@data_option
def replay_letters(names: tuple[str, ...], data: Path, *, everything: bool) -> None:
    """Put dead letters back on their way into Postgres, as if they had never been tried."""
    if bool(names) == everything:
        raise click.UsageError("Name the letters, as clock dead list shows them, or say --all.")
    with _store(data) as live:
        dead_letters = live.dead_letters()
        # All are found before any is moved: those that are set aside again meanwhile do not count as others.
        letters = [letter for letter in dead_letters.dead() if everything or letter.name in names]
        some = (letters[at : at + REPLAYED_AT_A_TIME] for at in range(0, len(letters), REPLAYED_AT_A_TIME))
        moved = sum(map(dead_letters.replay, some))
    click.echo(f"Back on their way: {moved}.")
    unknown = sorted(set(names) - {letter.name for letter in letters})
    if unknown:
        raise CannotRun(f"There are no dead letters {', '.join(unknown)}.")


def _store(data: Path) -> closing[LiveStore]:
    return closing(stores.live_store(settings(data, "REDIS_URL"), lambda: None))
