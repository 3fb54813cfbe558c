"""`clock leaderboards`: what is computed from the results, computed anew or compared."""

from contextlib import closing
from dataclasses import replace
from itertools import islice

import click

from service import stores
from service.config import Config
from service.processes.errors import CannotRun
from service.storage.postgres import Database, PostgresUpkeep

PATIENCE_MS = 3_600_000
"""What is asked here goes over whole tables, and nobody waits for an answer within seconds."""

MOST_SHOWN = 100
"""Differences that are told one by one: with more, something is wrong altogether."""


@click.group("leaderboards")
def command() -> None:
    """Compute leaderboards and statistics anew from the results, or check them."""


@command.command("rebuild")
def rebuild() -> None:
    """Compute standings, counts, statistics and the audit anew from the results, while the service runs."""
    with _patient_database() as database:
        players = PostgresUpkeep(database).rebuild()
    click.echo(f"Computed anew, for {players} players.")


@command.command("check")
def check() -> None:
    """Compute all of it from the results and compare, changing nothing; exit code 1 if anything differs."""
    with _patient_database() as database:
        differences = list(islice(PostgresUpkeep(database).check(), MOST_SHOWN + 1))
    for difference in differences[:MOST_SHOWN]:
        click.echo(difference)
    if differences:
        more = "more than " if len(differences) > MOST_SHOWN else ""
        count = min(len(differences), MOST_SHOWN)
        raise CannotRun(f"Not as the results say, in {more}{count} places: clock leaderboards rebuild mends that.")
    click.echo("Everything is as the results say.")


def _patient_database() -> closing[Database]:
    config = replace(Config.from_environment(), database_timeout_ms=PATIENCE_MS)
    return closing(stores.database(config, pool_size=1))
