"""`clock results`: the months of results, listed, put away and brought back."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

from service import stores
from service.operators import data_option, settings
from service.processes.errors import CannotRun
from service.storage.postgres import MonthRefused, PostgresMonths, PostgresRetention
from service.storage.postgres.partitions import Month

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MEGABYTE = 1_000_000


class _MonthType(click.ParamType[Month]):
    name = "month"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Month:
        """The month that was spelled."""
        try:
            return Month.parse(value)
        except ValueError:
            self.fail(f"{value!r} is no month such as 2026-11.", param, ctx)


@click.group("results")
def command() -> None:
    """List the months of results, put old ones away, and bring them back."""


@command.command("months")
@data_option
def months(data: Path) -> None:
    """List all months: state, about how many results, size with indexes, and the table."""
    with closing(stores.patient_database(settings(data, "DATABASE_URL"))) as database:
        found = PostgresMonths(database).all()
    for one in found:
        rows = "?" if one.rows is None else f"{one.rows:,}"
        click.echo(
            f"{one.month}  {one.state:8}  {rows:>13} rows  {one.size / _MEGABYTE:>9,.1f} MB  {one.month.table}"
        )


@command.command("detach")
@click.argument("month", type=_MonthType(), metavar="YYYY-MM")
@data_option
def detach(month: Month, data: Path) -> None:
    """Take an old month out of the results, as a table of its own that can be dumped and dropped."""
    config = settings(data, "DATABASE_URL")
    with closing(stores.patient_database(config)) as database, _refusals(month, "detached"):
        since = PostgresRetention(database, config.standings_kept_days).since()
        PostgresMonths(database).detach(month, since)
    click.echo(f"{month} is detached: its results are in {month.table} alone.")


@command.command("attach")
@click.argument("month", type=_MonthType(), metavar="YYYY-MM")
@data_option
def attach(month: Month, data: Path) -> None:
    """Put a month back among the results."""
    with closing(stores.patient_database(settings(data, "DATABASE_URL"))) as database, _refusals(month, "attached"):
        PostgresMonths(database).attach(month)
    click.echo(f"{month} is attached.")


@contextmanager
def _refusals(month: Month, done: str) -> Iterator[None]:
    try:
        yield
    except MonthRefused as refusal:
        raise CannotRun(f"{month} is not {done}: {refusal}.") from refusal
