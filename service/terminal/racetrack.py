"""A race on the screen: everyone's progress above one's own dial, or line after line where there is no screen."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from service.terminal import standings
from service.terminal.face import face, in_hand
from service.terminal.screen import say, styled

if TYPE_CHECKING:
    from service.terminal.course import Race
    from service.terminal.face import Game
    from service.terminal.stream import Event

_BESIDE = 4
"""Lines that are neither racers nor the dial: the terms, a note, the card in hand, and what is typed."""
_SAVE, _RESTORE = "\x1b7", "\x1b8"


class Lines:
    """Each thing that happens is a line."""

    def __init__(self, me: str) -> None:
        self._me = me
        self._menu = ""
        """Which keys mean what, as it was said last."""

    def happened(self, race: Race, event: Event, menu: str) -> None:
        """Something in the race, which is as it stands now; `menu` says which keys mean what."""
        say(standings.told(race, event))
        self._offer(menu)

    def moved(self, race: Race, game: Game | None, note: str, menu: str) -> None:  # noqa: ARG002  as a screen takes it
        """Something at one's own seat."""
        if note:
            say(note)
        if game and game["hand"] and game["result"] is None:
            say(in_hand(game))
        self._offer(menu)

    def _offer(self, menu: str) -> None:
        if menu not in ("", self._menu):
            say(menu)
        self._menu = menu

    def ended(self, race: Race) -> None:
        """The end, in the order of places."""
        never = ["It was cancelled, and never started."] if race["status"] == "cancelled" else []
        say("\n".join(("", *never, *standings.table(race, self._me))))


class Screen(Lines):
    """All is drawn anew at one's own moves; what others do changes its line, and leaves alone what is being typed."""

    def __init__(self, me: str) -> None:
        super().__init__(me)
        self._note = ""
        self._game: Game | None = None

    def happened(self, race: Race, event: Event, menu: str) -> None:
        """See `Lines`."""
        self._menu = menu
        if event.kind not in ("snapshot", "reset"):
            self._note = standings.told(race, event)
        if self._game is None:
            self._draw(race)
            return
        click.echo(_SAVE, nl=False)
        for row, line in enumerate(self._top(race), 1):
            click.echo(f"\x1b[{row};1H\x1b[2K", nl=False)
            say(line)
        click.echo(_RESTORE, nl=False)

    def moved(self, race: Race, game: Game | None, note: str, menu: str) -> None:
        """See `Lines`."""
        self._game, self._note, self._menu = game, note, menu
        self._draw(race)

    def ended(self, race: Race) -> None:
        """See `Lines`."""
        click.clear()
        if self._game is not None:
            say(face(self._game, shutil.get_terminal_size().columns))
        super().ended(race)

    def _draw(self, race: Race) -> None:
        click.clear()
        say("\n".join(self._top(race)))
        if self._game is not None:
            say(face(self._game, shutil.get_terminal_size().columns))
            say(in_hand(self._game) if self._game["result"] is None else "Your race is run.")
        if self._menu:
            click.echo(f"{self._menu}: ", nl=False)

    def _top(self, race: Race) -> list[str]:
        size = shutil.get_terminal_size()
        dial = face(self._game, size.columns).count("\n") + 1 if self._game else 0
        most = max(1, size.lines - dial - _BESIDE)
        return [standings.terms(race), *standings.table(race, self._me, most), self._note]


def racetrack(me: str) -> Lines:
    """A screen if there is one."""
    return Screen(me) if sys.stdout.isatty() and styled() else Lines(me)
