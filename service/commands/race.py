"""`clock race`: a race in the terminal, against others, or to be watched."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from service.terminal import entrance, pasteable
from service.terminal.guests import sign_in
from service.terminal.options import race_id_of
from service.terminal.racer import Racer
from service.terminal.screen import say
from service.terminal.server import OWN_URL, Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.terminal.entrance import Place


VARIANTS = ["standard", "big_clock", "twelve_start", "perpetual"]
"""Those in which nobody has anything to decide."""


@click.command("race")
@click.argument("race_id", metavar="[RACE]", required=False)
@click.option("--server", "url", default=OWN_URL, show_default=True, help="Whose API to race against.")
@click.option("--new", is_flag=True, help="Make a race.")
@click.option("--quick", is_flag=True, help="Take a seat in any open race, or make one.")
@click.option("--watch", metavar="RACE", help="Watch this race.")
@click.option("--code", help="The code of a private race.")
@click.option(
    "--capacity", type=click.IntRange(2, 64), help="How many seats; two unless given, and quickly any number."
)
@click.option("--variant", type=click.Choice(VARIANTS), help="The rules of the games.")
@click.option("--decks", type=click.Choice(["own", "shared"]), help="A deck for each, or the same for all.")
@click.option("--errors", type=click.Choice(["count", "penalty", "disqualify"]), help="What a wrong pile costs.")
@click.option("--penalty-ms", type=click.IntRange(0, 60_000), help="How much it costs, with errors penalty.")
@click.option("--time-limit", "time_limit_s", type=click.IntRange(10, 900), help="In seconds.")
@click.option("--start", type=click.Choice(["host", "full"]), help="By its host, or when it is full.")
@click.option("--private", is_flag=True, help="With --new: only for those who have the code.")
@click.option("--client-seed", help="A text of yours that goes into the shuffle; random when left out.")
@click.option("--auto", "pace_ms", type=click.IntRange(0, 60_000), metavar="MS", help="Play by itself, at MS a card.")
@click.option("--as", "guest", default="", metavar="NAME", help="Another guest account of yours, kept by this name.")
@click.option("--name", help="How other players see you.")
def command(
    *, url: str, pace_ms: int | None, guest: str, name: str | None, client_seed: str | None, **asked: Any
) -> None:
    """Race others to clear the dial, in the terminal, or watch them.

    Join RACE, make a race (--new), take any seat (--quick), or only look on (--watch). Type r when you are ready; the
    host starts with s. Then name the pile of each card, 1 to 12 or c for the centre, while everyone's progress is
    shown. q gives up. When the race is over, its deal is verified.
    """
    way = _way(**asked)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without signs for the suits is no reason to fail
    server = Server(url)
    say(f"Welcome, {sign_in(server, name or guest or None, kept_as=guest)}.")
    place = replace(way(server, client_seed), guest=guest)
    _introduce(server, place, pace_ms)
    Racer(server, place, pace_ms).race()


def _way(
    *, race_id: str | None, new: bool, quick: bool, watch: str | None, code: str | None, private: bool, **asked: Any
) -> Callable[[Server, str | None], Place]:
    """How to come into a race, given a server and a client seed."""
    terms = {option: value for option, value in asked.items() if value is not None}
    if [bool(race_id), new, quick, bool(watch)].count(True) != 1:
        raise click.UsageError("say which race: RACE, --new, --quick, or --watch RACE")
    if (terms and not (new or quick)) or (private and not new):
        raise click.UsageError(
            "terms are for a race that is made: they go with --new or --quick, --private with --new"
        )
    if new:
        terms = {"capacity": 2, **terms, "visibility": "private" if private else "public"}
        return lambda server, seed: entrance.made(server, terms, seed)
    if quick:
        return lambda server, seed: entrance.quick(server, terms, seed)
    chosen = race_id_of(watch or race_id or "")
    if watch:
        return lambda server, _: entrance.watched(server, chosen, code)
    return lambda server, seed: entrance.joined(server, chosen, code, seed)


def _introduce(server: Server, place: Place, pace_ms: int | None) -> None:
    """The race, and how others come into it."""
    race, elsewhere = place.race, [] if server.url == OWN_URL else ["--server", server.url]
    code = ["--code", race["join_code"]] if race["join_code"] else []
    say(f"Race: {race['id']}")
    if place.is_seated and race["status"] == "open":
        say(f"Others join it with:\n{pasteable.command('race', *elsewhere, race['id'], *code)}")
    if pace_ms is not None and place.is_seated:
        say(f"This seat plays by itself, at {pace_ms} ms a card.")
