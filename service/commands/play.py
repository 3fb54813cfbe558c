"""`clock play`: a game in the terminal, against a server."""

from __future__ import annotations

import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, get_args
from uuid import UUID

import click

from service.game.game import Mode
from service.game.rules import VARIANTS
from service.terminal import table
from service.terminal.errors import Failed
from service.terminal.guests import sign_in
from service.terminal.options import own_rules
from service.terminal.screen import say
from service.terminal.server import OWN_URL, Server
from service.terminal.sitting import Sitting

MODES = get_args(Mode)


@click.command("play")
@click.option("--server", "url", default=OWN_URL, show_default=True, help="Whose API to play against.")
@click.option("--variant", type=click.Choice(list(VARIANTS)), default="standard", show_default=True)
@click.option("--rule", "options", multiple=True, metavar="OPTION=VALUE", help="A rule of your own, such as decks=2.")
@click.option("--mode", type=click.Choice(MODES), default="reveal", show_default=True, help="Who sets the cards.")
@click.option("--practice", is_flag=True, help="With a hint, undo and a finish for you; never ranked.")
@click.option("--daily", is_flag=True, help="Today's deal, the same for everyone, once.")
@click.option("--client-seed", help="A text of yours that goes into the shuffle; random when left out.")
@click.option("--seed", help="A server seed that is known, 64 hex digits: a deal played again, never ranked.")
@click.option("--game", "game_id", help="Go on with this game of yours instead of dealing one.")
@click.option("--auto", is_flag=True, help="Play on to the end without asking.")
@click.option("--name", help="How other players see you.")
def command(
    *,
    url: str,
    client_seed: str | None,
    seed: str | None,
    game_id: str | None,
    auto: bool,
    name: str | None,
    **wanted: Any,
) -> None:
    """Deal a game and play it.

    The line below the board says which keys mean what. In reveal mode Enter makes the next move, and a makes all of
    them; in placement mode you type the pile of each card, and Enter alone means nothing. Before an exchange or a
    fork you type what you choose. q, Ctrl-C and, at a terminal, the end of input (Ctrl-D) leave the game for later;
    keys that come from a file or a pipe are followed to their end, and then the game plays on by itself to its own.
    The first time, a guest account is made and kept in your settings folder.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without signs for the suits is no reason to fail
    server = Server(url)
    if game_id is not None and not _is_id(game_id):
        raise Failed(f"{game_id} is not a game id")
    wish = _wish(**wanted)
    with suppress(KeyboardInterrupt):
        say(f"Welcome, {sign_in(server, name)}.")
        if game_id:
            game, promise = server.get(f"/v1/games/{game_id}"), None
        else:
            game, promise = table.deal(server, wish, seed, client_seed)
        say(f"Game: {game['id']}\nCommitment: {game['commitment']}")
        say(f"Client seed: {promise.client_seed!r}\n" if promise else "")
        Sitting(server, game, promise, auto=auto).play()


def _wish(*, variant: str, options: tuple[str, ...], mode: str, practice: bool, daily: bool) -> table.Wish:
    return table.Wish(variant, own_rules(variant, options), mode, practice=practice, daily=daily)


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
