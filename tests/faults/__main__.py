"""`make faults`: break things for real, one after another, and check what is left; exit code 1 for any fault."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tests.faults.experiment import HEAD
from tests.faults.kills import consumer_gone, valkey_killed, web_workers_killed, workers_killed
from tests.faults.lossy import replies_lost
from tests.faults.outages import postgres_frozen, postgres_stopped
from tests.faults.poison import poisoned
from tests.faults.upheaval import upheaval

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.experiment import Outcome

EXPERIMENTS: dict[str, tuple[Callable[[float], Outcome], float, float]] = {
    "postgres-stopped": (postgres_stopped, 180, 10),
    "postgres-frozen": (postgres_frozen, 180, 10),
    "workers-killed": (workers_killed, 90, 10),
    "consumer-gone": (consumer_gone, 10, 5),
    "replies-lost": (replies_lost, 90, 12),
    "poison": (poisoned, 30, 5),
    "api-killed": (web_workers_killed, 60, 10),
    "valkey-killed": (valkey_killed, 60, 10),
    "upheaval": (upheaval, 90, 15),
}
"""What is broken, and for how many seconds: in full, and in short."""


@click.command()
@click.option("--short", is_flag=True, help="Break each for seconds rather than minutes.")
@click.argument("names", nargs=-1, type=click.Choice(list(EXPERIMENTS)))
def main(*, short: bool, names: tuple[str, ...]) -> None:
    """Run these experiments, or all, and print the table, and on standard error what else is worth telling."""
    click.echo(HEAD)
    faults = 0
    for name in names or EXPERIMENTS:
        experiment, full_s, short_s = EXPERIMENTS[name]
        outcome = experiment(short_s if short else full_s)
        click.echo(outcome.row)
        _tell(name, outcome)
        faults += len(outcome.verdict.faults)
    load = os.getloadavg()[2]
    click.echo(f"\n{os.cpu_count()} cores, load {load:.1f} on average over the last quarter of an hour.")
    sys.exit(faults > 0)


def _tell(name: str, outcome: Outcome) -> None:
    click.echo(f"{name}: {len(outcome.verdict.faults)} faults", err=True)
    for note in outcome.notes:
        click.echo(f"  {note}", err=True)
    for fault in outcome.verdict.faults[:20]:
        click.echo(f"  FAULT: {fault}", err=True)


if __name__ == "__main__":
    main()
