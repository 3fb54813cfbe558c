"""`clock play`: a game in the terminal, against a server."""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING
from uuid import UUID

import click

from service.config import inherited_environment
from service.game.rules import VARIANTS
from service.terminal import pasteable, table, witness
from service.terminal.errors import Failed
from service.terminal.face import Game, face, status
from service.terminal.guests import sign_in
from service.terminal.server import OWN_URL, Server

if TYPE_CHECKING:
    from service.terminal.witness import Promise

MOVES = {"": "step", "a": "autoplay", "q": None}
"""What each key does; None leaves the game."""

_VERIFIED = "Verified on this machine: commitment, client seed and all cards you saw agree."
_RESUMED = (
    "Verified on this machine: commitment and client seed {client!r} give all cards you saw now."
    " Are both those you were told before the deal?"
)


@click.command("play")
@click.option("--server", "url", default=OWN_URL, show_default=True, help="Whose API to play against.")
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
    if game_id is not None and not _is_id(game_id):
        raise Failed(f"{game_id} is not a game id")
    with suppress(KeyboardInterrupt):
        _say(f"Welcome, {sign_in(server, name)}.")
        if game_id:
            game, promise = server.get(f"/v1/games/{game_id}"), None
        else:
            game, promise = table.deal(server, variant, seed, client_seed)
        _say(f"Game: {game['id']}\nCommitment: {game['commitment']}")
        _say(f"Client seed: {promise.client_seed!r}\n" if promise else "")
        _play(server, game, promise, auto=auto)


def _play(server: Server, game: Game, promise: Promise | None, *, auto: bool) -> None:
    seen = [game]
    _show(game)
    try:
        while game["finished_at"] is None and (kind := "autoplay" if auto else _ask()):
            game = table.move(server, game, kind)
            seen.append(game)
            if not auto and _styled():
                click.clear()
            _show(game)
    finally:
        if game["finished_at"] is None:
            elsewhere = [] if server.url == OWN_URL else ["--server", server.url]
            again = pasteable.command("play", *elsewhere, "--game", game["id"])
            _say(f"\nThe game stays. Go on with it:\n{again}")
    if game["finished_at"] is not None:
        _say(table.result(game))
        _say(_assurance(server, seen, promise))


def _ask() -> str | None:
    """The kind of the next move; None to leave, which Ctrl-C and Ctrl-D mean too.

    Where the keys came from elsewhere than a terminal and have come to their end, the game goes on to its own.
    """
    try:
        kind: str | None = click.prompt(
            "[Enter] step  [a] autoplay  [q] leave", default="", show_default=False, value_proc=_kind
        )
    except click.Abort as abort:
        ended = isinstance(abort.__context__, EOFError)
        return "autoplay" if ended and not sys.stdin.isatty() else None
    return kind


def _kind(key: str) -> str | None:
    if key.lower() not in MOVES:
        raise click.UsageError("press Enter, a or q")
    return MOVES[key.lower()]


def _show(game: Game) -> None:
    _say(face(game, shutil.get_terminal_size().columns))
    if game["finished_at"] is None:
        _say(f"\n{status(game)}")


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _assurance(server: Server, seen: list[Game], promise: Promise | None) -> str:
    """What is known of the deal of an ended game; `Failed` when it is not the promised one, or not the one shown."""
    game = seen[-1]
    if game["deal_kind"] == "custom":
        return "This deal was given card by card, so there is no shuffle to verify."
    proof = table.proof(server, game)
    fault = witness.fault(proof, seen, promise)
    if fault is not None:
        raise Failed(f"not verified: {fault}")
    told = _VERIFIED if promise else _RESUMED.format(client=proof.seeds and proof.seeds.client)
    if not game["ranked"]:
        return told
    again = pasteable.command("verify", f"{server.url}/v1/games/{game['id']}/proof")
    return f"{told} Check it yourself:\n{again}"


def _say(text: str) -> None:
    """Print, in colour only on a terminal that can show it and unless NO_COLOR asks for none."""
    plain = not _styled() or inherited_environment().get("NO_COLOR")
    click.echo(text, color=False if plain else None)


def _styled() -> bool:
    """Whether the terminal, if there is one, knows codes for colours and for clearing."""
    return inherited_environment().get("TERM") != "dumb"
