"""`clock leaderboards`: what is computed from the results, computed anew or compared."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING

import click

from service import stores
from service.operators import data_option, settings
from service.processes.errors import CannotRun, Unanswered
from service.storage.postgres import PostgresRetention, PostgresUpkeep

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.play.result_ports import Progress

MOST_SHOWN = 100
"""Differences that are told one by one: with more, something is wrong altogether."""


@click.group("leaderboards")
def command() -> None:
    """Compute leaderboards and statistics anew from the results, or check them."""


@command.command("rebuild")
@data_option
def rebuild(data: Path) -> None:
    """Compute standings, counts, statistics and the audit anew from the results, while the service runs."""
    with _upkeep(data) as upkeep, _progress("Computing") as progress:
        players = upkeep.rebuild(progress)
    click.echo(f"Computed anew, for {players} players.")


@command.command("check")
@data_option
def check(data: Path) -> None:
    """Compute all of it from the results and compare, changing nothing.

    The exit code is 0 when all is the same, 1 when anything differs, and 2 when that cannot be told.
    """
    try:
        with _upkeep(data) as upkeep, _progress("Comparing") as progress:
            differences = list(islice(upkeep.check(progress), MOST_SHOWN + 1))
    except (Exception, KeyboardInterrupt) as trouble:  # whatever it is, it must not be taken for a difference
        raise Unanswered from trouble
    for difference in differences[:MOST_SHOWN]:
        click.echo(difference)
    if differences:
        more = "more than " if len(differences) > MOST_SHOWN else ""
        count = min(len(differences), MOST_SHOWN)
        raise CannotRun(f"Not as the results say, in {more}{count} places: clock leaderboards rebuild mends that.")
    click.echo("Everything is as the results say.")


@contextmanager
def _upkeep(data: Path) -> Iterator[PostgresUpkeep]:
    config = settings(data, "DATABASE_URL")
    with closing(stores.patient_database(config)) as database:
        since = PostgresRetention(database, config.standings_kept_days).since()
        yield PostgresUpkeep(database, since)


@contextmanager
def _progress(label: str) -> Iterator[Progress]:
    """A bar on standard error, for whoever looks at it."""
    with click.progressbar(length=1, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def show(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield show
