"""One sitting at a game: shown, moved by what is typed, and checked when it is over."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from service.terminal import keys, pasteable, table
from service.terminal.assurance import assurance
from service.terminal.errors import Refused
from service.terminal.face import face, status
from service.terminal.screen import say, styled
from service.terminal.server import OWN_URL

if TYPE_CHECKING:
    from service.terminal.face import Game
    from service.terminal.keys import Turn
    from service.terminal.server import Server
    from service.terminal.witness import Promise

_MISTAKEN = frozenset({409, 412, 422})
"""What the service answers to a move that cannot be made: the sitting goes on."""


class Sitting:
    """A game and what was promised of it, at a server; `auto` plays on without asking."""

    def __init__(self, server: Server, game: Game, promise: Promise | None, *, auto: bool) -> None:
        self._server = server
        self._promise = promise
        self._auto = auto
        self._shown = [game]
        """What the proof will be held against: all that was shown and not taken back."""

    def play(self) -> None:
        """To the end, or until the player leaves."""
        self._show()
        try:
            while (turn := self._turn()) is not None:
                self._take(turn)
        finally:
            if self._game["finished_at"] is None:
                self._say_how_to_go_on()
        if self._game["finished_at"] is not None:
            say(assurance(self._server, self._shown, self._promise))

    @property
    def _game(self) -> Game:
        return self._shown[-1]

    def _turn(self) -> Turn | None:
        """What is asked for next; None to leave, which Ctrl-C and Ctrl-D mean too.

        Where the keys came from elsewhere than a terminal and have come to their end, the game goes on to its own.
        """
        over = self._game["finished_at"] is not None
        if over and not self._may_go_back():
            return None
        if self._auto:
            return None if over else keys.unattended(self._game)
        try:
            return self._asked()
        except click.Abort as abort:
            ended = isinstance(abort.__context__, EOFError) and not sys.stdin.isatty()
            return keys.unattended(self._game) if ended and not over else None

    def _may_go_back(self) -> bool:
        return bool(self._game["practice"] and self._game["status"] != "abandoned")

    def _asked(self) -> Turn | None:
        turn: Turn | None = click.prompt(
            keys.menu(self._game), default="", show_default=False, value_proc=self._read, prompt_suffix=": "
        )
        return turn

    def _read(self, line: str) -> Turn | None:
        try:
            return keys.read(self._game, line)
        except keys.Misread as misread:
            raise click.UsageError(str(misread)) from None

    def _take(self, turn: Turn) -> None:
        try:
            after, advice = table.take(self._server, self._game, turn)
        except Refused as refused:
            if self._auto or refused.status not in _MISTAKEN:
                raise
            say(refused.message)
            return
        if turn.path == "undo":
            self._shown = [after]
        elif turn != keys.HINT:
            self._shown.append(after)
        if turn != keys.HINT:
            self._show()
        if advice:
            say(advice)

    def _show(self) -> None:
        if len(self._shown) > 1 and not self._auto and styled():
            click.clear()
        say(face(self._game, shutil.get_terminal_size().columns))
        say(table.result(self._game) if self._game["finished_at"] is not None else f"\n{status(self._game)}")

    def _say_how_to_go_on(self) -> None:
        elsewhere = [] if self._server.url == OWN_URL else ["--server", self._server.url]
        again = pasteable.command("play", *elsewhere, "--game", self._game["id"])
        say(f"\nThe game stays. Go on with it:\n{again}")
