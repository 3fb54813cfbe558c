"""`clock simulate`: deals played out by the million on this machine, beside the exact odds."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, TextIO

import click

from service.game.rules import VARIANTS
from service.processes.errors import CannotRun
from service.simulate.errors import SimulatorUnavailable
from service.simulate.order import LARGEST_SEED, Order
from service.simulate.simulator import Simulator
from service.terminal.chart import chart

if TYPE_CHECKING:
    from service.simulate.report import Report

_MOST_DEALS = 10**11
_WIDEST = 100


@click.command("simulate")
@click.option("--deals", type=click.IntRange(1, _MOST_DEALS), default=1_000_000, show_default=True, help="How many.")
@click.option(
    "--variant", type=click.Choice(list(VARIANTS)), default="standard", show_default=True, help="The rules."
)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="What the shuffles start from (random).")
@click.option("--json", "as_json", is_flag=True, help="Print what POST /v1/simulations answers.")
def command(deals: int, variant: str, seed: int | None, as_json: bool) -> None:
    """Play out deals by the million, beside the exact odds.

    Every pack is shuffled and every card turned, in one process that yields to all others. The same seed gives the
    same figures on any machine. The exit code is 0 whatever comes out.
    """
    order = Order.seeded(variant, deals, seed)
    report = _played(order, sys.stderr, quiet=as_json)
    if as_json:
        click.echo(json.dumps(report))
        return
    click.echo("\n".join(_lines(report)))
    click.echo(chart(order, report, min(shutil.get_terminal_size().columns, _WIDEST)))


def _played(order: Order, progress: TextIO, *, quiet: bool) -> Report:
    simulator = Simulator()
    try:
        with click.progressbar(
            length=order.deals, label="Playing", file=progress, hidden=quiet or not progress.isatty()
        ) as bar:
            return simulator.run(order, lambda done: bar.update(done - bar.pos))
    except SimulatorUnavailable as error:
        raise CannotRun(f"The simulation was not played: {error}") from error
    finally:
        simulator.close()


def _lines(report: Report) -> list[str]:
    rate, exact, test = report["rate"], report["exact"], report["chi_square"]
    return [
        f"{report['deals']:,} deal{'s' * (report['deals'] != 1)} of {report['variant']} from seed {report['seed']}",
        f"Won: {report['wins']:,}, that is {rate['value']:.4%} "
        f"({rate['confidence']:.0%} interval {rate['low']:.4%} to {rate['high']:.4%}); exactly {exact['rate']:.4%}",
        f"Flips: {report['mean_flips']:.4f} on average; exactly {exact['mean_flips']:.4f}",
        f"Chi-square of {test['of']}: {test['statistic']:.2f} with {test['degrees_of_freedom']} degrees of freedom, "
        f"p = {test['p_value']:.4f}",
    ]
