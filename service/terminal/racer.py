"""One sitting at a race: shown as it happens, raced by what is typed or by itself, and checked when it is over."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from service.terminal import pasteable, race_keys, table
from service.terminal.assurance import assurance
from service.terminal.course import after, entry_of, is_over, may_start
from service.terminal.desk import Desk, Line
from service.terminal.errors import Refused
from service.terminal.moves import acted, own_game, placed, race_now, start_on
from service.terminal.naming import named
from service.terminal.racetrack import racetrack
from service.terminal.screen import say
from service.terminal.server import OWN_URL
from service.terminal.stream import Event, Stream

if TYPE_CHECKING:
    from service.terminal.entrance import Place
    from service.terminal.face import Game
    from service.terminal.server import Server

_MISTAKEN = frozenset({409, 412, 422})
"""What the service answers to what cannot be done: the race goes on."""
_NOT_THERE = 404
"""What it answers about a private race to whoever was removed from it."""
_SOON_S = 0.05


class Racer:
    """A racer, or someone who watches; with a pace, in milliseconds a card, one who plays by itself."""

    def __init__(self, server: Server, place: Place, pace_ms: int | None) -> None:
        self._server, self._place, self._pace_ms = server, place, pace_ms
        self._me, self._race = place.player_id, place.race
        self._track = racetrack(self._me if place.is_seated else "")
        self._desk = Desk()
        self._game: Game | None = None
        self._shown: list[Game] = []
        """What the proof will be held against."""
        self._alarm: float | None = None
        """When something is to be done by itself, on the monotonic clock."""
        self._here = True
        self._left = False

    def race(self) -> None:
        """To the end of the race, or until the player leaves."""
        self._desk.listen(Stream(self._server, self._race["id"], self._place.code).events())
        if self._pace_ms is None:
            self._desk.read_keys()
        try:
            while self._here and not is_over(self._race):
                self._happen(self._desk.take(self._alarm))
        except KeyboardInterrupt:
            self._here = False
        except Refused as refused:
            if refused.status != _NOT_THERE or not self._place.is_seated:
                raise
            self._sent_away()
        if is_over(self._race):
            self._end()
        elif not self._left:
            self._say_how_to_come_back()

    @property
    def _menu(self) -> str:
        """The keys that mean something now; none where nobody is asked."""
        return race_keys.menu(self._race, self._me, self._game) if self._pace_ms is None else ""

    def _happen(self, thing: Line | Event | None) -> None:
        if isinstance(thing, Event):
            self._hear(thing)
        elif isinstance(thing, Line):
            self._read(thing)
        elif self._alarm is not None and time.monotonic() >= self._alarm:
            self._alarm = None
            self._wake()

    def _hear(self, event: Event) -> None:
        """Something has happened in the race."""
        event = named(self._race, event)
        self._race = after(self._race, event)
        self._track.happened(self._race, event, self._menu)
        if event.seq is None or is_over(self._race):
            return
        entry = entry_of(self._race, self._me)
        if self._place.is_seated and entry is None:
            self._sent_away()
        elif entry and self._race["status"] == "open":
            self._wait_in_lobby()
        elif entry and self._game is None and self._alarm is None:
            self._race |= {"entries": (race := race_now(self._server, self._race["id"]))["entries"]}
            self._alarm = start_on(race)

    def _sent_away(self) -> None:
        say("You have no seat in this race any more.")
        self._here, self._left = False, True

    def _wait_in_lobby(self) -> None:
        """Whoever plays by itself is ready at once, and as the host starts as soon as all seats are taken."""
        entry = entry_of(self._race, self._me)
        if self._pace_ms is None or entry is None:
            return
        hosts, full = entry["seat"] == self._race["host"], len(self._race["entries"]) == self._race["capacity"]
        if not hosts and not entry["ready"]:
            self._act("ready")
        elif hosts and full and may_start(self._race):
            self._act("start")

    def _wake(self) -> None:
        """The time has come to turn the first card, or to place one by itself."""
        if self._game is None:
            game = own_game(self._server, self._race, self._me)
            if game is None or game["status"] == "waiting":
                self._alarm = time.monotonic() + _SOON_S
            else:
                self._see(game, "")
        elif self._game["hand"]:
            self._take_to(self._game["hand"]["home"])

    def _see(self, game: Game, note: str) -> None:
        self._game = game
        self._shown.append(game)
        self._track.moved(self._race, game, note, self._menu)
        if self._pace_ms is not None and game["result"] is None:
            self._alarm = time.monotonic() + self._pace_ms / 1000

    def _read(self, line: Line) -> None:
        """Something was typed; where keys come from elsewhere than a terminal and have ended, one watches on."""
        if line.text is None:
            self._here = not sys.stdin.isatty()
            return
        try:
            wish = race_keys.read(self._race, self._me, self._game, line.text)
        except race_keys.Misread as misread:
            self._tell(str(misread))
            return
        self._do(wish)

    def _do(self, wish: str | int | None) -> None:
        if isinstance(wish, int):
            self._take_to(wish)
        elif wish in ("ready", "start", "forfeit"):
            self._act(wish)
        else:
            if wish == "leave":
                self._act(wish)
            self._here, self._left = wish is None, wish == "leave"
            self._tell("")

    def _act(self, action: str) -> None:
        try:
            acted(self._server, self._race["id"], action)
        except Refused as refused:
            if refused.status not in _MISTAKEN:
                raise
            self._tell(refused.message)

    def _take_to(self, pile: int) -> None:
        if self._game is None:
            return
        try:
            turn = placed(self._server, self._game, pile)
        except Refused as refused:
            if refused.status not in _MISTAKEN:
                raise
            self._tell(refused.message)
        else:
            self._see(turn["game"], "" if turn["accepted"] else "That is the wrong pile.")

    def _tell(self, note: str) -> None:
        self._track.moved(self._race, self._game, note, self._menu)

    def _end(self) -> None:
        self._track.ended(self._race)
        game = own_game(self._server, self._race, self._me) if self._race["status"] == "finished" else None
        if game is not None:
            say(table.result(game))
            say(assurance(self._server, [*self._shown, game], self._place.promise))

    def _say_how_to_come_back(self) -> None:
        elsewhere = [] if self._server.url == OWN_URL else ["--server", self._server.url]
        again = pasteable.command("race", *elsewhere, *self._place.way_back)
        say(f"\nThe race goes on. Come back to it:\n{again}")
