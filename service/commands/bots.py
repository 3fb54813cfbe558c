"""`clock bots`: bots for a race, so that one can race at any hour."""

from __future__ import annotations

from contextlib import suppress

import click

from service.terminal.bots import Habits, Team, recruited
from service.terminal.options import race_id_of
from service.terminal.screen import say
from service.terminal.server import OWN_URL


@click.command("bots")
@click.option("--server", "url", default=OWN_URL, show_default=True, help="At whose API.")
@click.option("--race", "race_id", metavar="RACE", help="The race to join.")
@click.option("--quick", is_flag=True, help="Join any open race, or make one.")
@click.option("--code", help="The code of a private race.")
@click.option("--count", "number", type=click.IntRange(1, 63), help="How many; all free seats unless given.")
@click.option(
    "--pace",
    "pace_ms",
    type=click.IntRange(0, 60_000),
    default=700,
    show_default=True,
    metavar="MS",
    help="For a card.",
)
@click.option(
    "--errors", type=click.FloatRange(0, 100), default=0, show_default=True, metavar="PERCENT", help="Of wrong piles."
)
def command(
    *, url: str, race_id: str | None, quick: bool, code: str | None, number: int | None, pace_ms: int, errors: float
) -> None:
    """Fill a race with bots, which say that they are.

    They take about MS for a card, and PERCENT of all cards to a wrong pile. Their accounts say so: they are
    marked wherever they race, and on no leaderboard, where beating none but bots wins nothing. They see what every
    racer sees. Ctrl-C makes them give up.
    """
    if bool(race_id) == quick:
        raise click.UsageError("say which race: --race RACE or --quick")
    chosen = race_id_of(race_id) if race_id else None
    race, members = recruited(url, Habits(pace_ms, errors), chosen, code, number)
    say(f"Race: {race['id']}\nBots: {len(members)}, at about {pace_ms} ms a card, {errors:g} % of them wrong")
    with suppress(KeyboardInterrupt):
        Team(race, members).race()
