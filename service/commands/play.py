"""`clock play`: a game in the terminal, against a server."""

from __future__ import annotations

import sys
from contextlib import suppress
from io import TextIOWrapper

import click

from service.config import inherited_environment
from service.game.rules import VARIANTS
from service.terminal import table
from service.terminal.errors import Failed
from service.terminal.face import Game, face, status
from service.terminal.guests import sign_in
from service.terminal.server import Server

MOVES = {"": "step", "a": "autoplay", "q": None}
"""What each key does; None leaves the game."""


@click.command("play")
@click.option(
    "--server", "url", default="http://127.0.0.1:8000", show_default=True, help="Whose API to play against."
)
@click.option("--variant", type=click.Choice(list(VARIANTS)), default="standard", show_default=True)
@click.option("--client-seed", help="A text of yours that goes into the shuffle; random when left out.")
@click.option("--seed", help="A server seed that is known, 64 hex digits: a deal played again, never ranked.")
@click.option("--game", "game_id", help="Go on with this game of yours instead of dealing one.")
@click.option("--auto", is_flag=True, help="Play on to the end without asking.")
@click.option("--name", help="How other players see you.")
def command(
    *,
    url: str,
    variant: str,
    client_seed: str | None,
    seed: str | None,
    game_id: str | None,
    auto: bool,
    name: str | None,
) -> None:
    """Deal a game and play it.

    Enter makes the next move, a makes all of them, and q leaves the game for later. The first time, a guest account
    is made and kept in your settings folder.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without signs for the suits is no reason to fail
    server = Server(url)
    with suppress(KeyboardInterrupt):
        _say(f"Welcome, {sign_in(server, name)}.")
        game = server.get(f"/v1/games/{game_id}") if game_id else table.deal(server, variant, seed, client_seed)
        _say(f"Game {game['id']}, commitment {game['commitment']}.\n")
        _play(server, game, auto=auto)


def _play(server: Server, game: Game, *, auto: bool) -> None:
    _show(game)
    try:
        while game["finished_at"] is None and (kind := "autoplay" if auto else _ask()):
            game = table.move(server, game, kind)
            if not auto:
                click.clear()
            _show(game)
    finally:
        if game["finished_at"] is None:
            _say(f"\nThe game stays. Go on with it: clock play --server {server.url} --game {game['id']}")
    if game["finished_at"] is not None:
        _say(f"\n{table.result(game)}")
        _say(_assurance(server, game))


def _ask() -> str | None:
    """The kind of the next move; None to leave, which Ctrl-C and the end of the input mean too."""
    try:
        kind: str | None = click.prompt(
            "[Enter] step  [a] autoplay  [q] leave", default="", show_default=False, value_proc=_kind
        )
    except click.Abort:
        return None
    return kind


def _kind(key: str) -> str | None:
    if key.lower() not in MOVES:
        raise click.UsageError("press Enter, a or q")
    return MOVES[key.lower()]


def _show(game: Game) -> None:
    _say(f"{face(game)}\n\n{status(game)}")


def _assurance(server: Server, game: Game) -> str:
    """What is known of the deal of an ended game; `Failed` when it is not the promised one."""
    if game["deal_kind"] == "custom":
        return "This deal was given card by card, so there is no shuffle to verify."
    fault = table.fault(server, game)
    if fault is not None:
        raise Failed(f"not verified: {fault}")
    again = f" Check it yourself: clock verify {server.url}/v1/games/{game['id']}/proof" if game["ranked"] else ""
    return f"Verified on this machine: the deal is the one that was committed to.{again}"


def _say(text: str) -> None:
    """Print, in colour only on a terminal and unless NO_COLOR asks for none."""
    click.echo(text, color=False if inherited_environment().get("NO_COLOR") else None)
