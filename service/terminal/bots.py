"""Bots in a race: accounts that say what they are, see what racers see, and take about as long as a person."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from secrets import SystemRandom
from threading import Event as EventFlag
from typing import TYPE_CHECKING

from service.terminal import entrance, standings
from service.terminal.course import MOVES, after, entry_of, is_over, may_start
from service.terminal.desk import Desk
from service.terminal.errors import Failed, Refused
from service.terminal.guests import sign_in
from service.terminal.moves import acted, own_game, placed, race_now, start_on
from service.terminal.naming import named
from service.terminal.screen import say
from service.terminal.server import Server
from service.terminal.stream import Event, Stream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from service.terminal.course import Entry, Race

LINGER_S = 3.0
"""How long a bot that is the host waits for others before it starts a race that is not full."""
SPREAD = 0.3
"""The standard deviation of the logarithm of how long a bot takes for a card."""
_SOON_S = 0.05
_NOT_THERE = 404
"""What is answered about a private race to a bot that was removed from it."""
_NO_LONGER = frozenset({_NOT_THERE, 409, 410})
"""What is answered to what comes too late."""

_dice = SystemRandom()


@dataclass(frozen=True, slots=True)
class Habits:
    """How a bot plays: milliseconds for a card, in the middle, and how many in a hundred it takes to a wrong pile."""

    pace_ms: int
    errors: float

    def thinking_s(self) -> float:
        """How long to think about the next card."""
        return self.pace_ms / 1000 * _dice.lognormvariate(0, SPREAD)

    def choice(self, home: int) -> int:
        """Where to take a card that belongs to this pile."""
        if _dice.random() * 100 >= self.errors:
            return home
        return _dice.choice([pile for pile in range(1, 14) if pile != home])


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot with its login."""

    server: Server
    player_id: str
    habits: Habits

    def play(self, race_id: str, stopped: EventFlag) -> None:
        """Its game from the start of the race to the end of one of them, or until it is stopped."""
        try:
            self._play(race_id, stopped)
        except Failed as failure:
            if not stopped.is_set() and not _is_too_late(failure):
                raise

    def _play(self, race_id: str, stopped: EventFlag) -> None:
        race = race_now(self.server, race_id, stopped.wait)
        stopped.wait(start_on(race) - time.monotonic())
        game = own_game(self.server, race, self.player_id, stopped.wait)
        while game and game["status"] == "waiting" and not stopped.wait(_SOON_S):
            game = own_game(self.server, race, self.player_id, stopped.wait)
        while game and game["hand"] and game["result"] is None and not stopped.wait(self.habits.thinking_s()):
            pile = self.habits.choice(game["hand"]["home"])
            game = placed(self.server, game, pile, stopped.wait)["game"]


def recruited(
    url: str, habits: Habits, race_id: str | None, code: str | None, number: int | None
) -> tuple[Race, list[Bot]]:
    """Bots with seats in this race or else any, so many or as many as there are; `Failed` where there is none."""
    members: list[Bot] = []
    for bot in _bots(url, habits):
        if race_id is None:
            race = entrance.quick(bot.server, {}, None).race
            race_id = race["id"]
        else:
            race = entrance.watched(bot.server, race_id, code).race
            if entry_of(race, bot.player_id):
                continue
            if len(race["entries"]) < race["capacity"]:
                race = entrance.joined(bot.server, race_id, code, None).race
            elif not members:
                raise Failed("there is no seat free in this race")
        if entry_of(race, bot.player_id):
            members.append(bot)
        if len(members) == number or len(race["entries"]) == race["capacity"]:
            break
    return race, members


def _bots(url: str, habits: Habits) -> Iterator[Bot]:
    """Bots to be had at a server, one account after another, kept like guests."""
    for number in count(1):
        server = Server(url)
        sign_in(server, f"Bot {number}", kept_as=f"bot {number}", bot=True)
        yield Bot(server, entrance.own_id(server), habits)


class Team:
    """Some bots in one race."""

    def __init__(self, race: Race, members: list[Bot]) -> None:
        self._race = race
        self._members = {bot.player_id: bot for bot in members}
        self._playing: list[Future[None]] = []
        self._stopped = EventFlag()

    def race(self) -> None:
        """Until the race is over. Fails with what a bot has failed with, and where all bots were sent away."""
        with ThreadPoolExecutor(len(self._members)) as threads:
            try:
                self._follow(threads)
            finally:
                self._stopped.set()
                self._give_up()
        for playing in self._playing:
            playing.result()
        say("\n".join(("", *standings.table(self._race))))

    def _follow(self, threads: ThreadPoolExecutor) -> None:
        while not is_over(self._race):
            listener = next((bot for bot, _ in self._seats()), None)
            if listener is None:
                raise Failed("all bots were sent away")
            try:
                self._listen(listener, threads)
            except Refused as refused:
                if refused.status != _NOT_THERE:
                    raise
                del self._members[listener.player_id]  # another one may still be told how it goes on

    def _listen(self, listener: Bot, threads: ThreadPoolExecutor) -> None:
        """Follow the race with the login of one bot, until that is refused."""
        desk = Desk()
        desk.listen(Stream(listener.server, self._race["id"]).events())
        while not is_over(self._race):
            event = desk.take(time.monotonic() + LINGER_S)
            if isinstance(event, Event):
                self._hear(event)
                self._act(threads)
            else:
                self._start()

    def _play(self, bot: Bot) -> None:
        """Whatever stops a bot is told, and its seat given up, so that nobody waits for it."""
        try:
            bot.play(self._race["id"], self._stopped)
        except Failed as failure:
            say(f"A bot gives up: {failure.message}")
            with suppress(Failed):  # what it failed with is told in the end
                acted(bot.server, self._race["id"], "forfeit")
            raise

    def _give_up(self) -> None:
        """Free the seats of a race that goes on."""
        if not is_over(self._race):
            action = "leave" if self._race["status"] == "open" else "forfeit"
            for bot, _ in self._seats():
                _tried(bot.server, self._race["id"], action)

    def _hear(self, event: Event) -> None:
        event = named(self._race, event)
        self._race = after(self._race, event)
        if event.kind not in MOVES:
            say(standings.told(self._race, event))
        if not is_over(self._race) and not any(self._seats()):
            raise Failed("all bots were sent away")

    def _act(self, threads: ThreadPoolExecutor) -> None:
        """Be ready, and play once games are dealt."""
        if self._race["status"] == "open":
            for bot, entry in self._seats():
                if not entry["ready"] and entry["seat"] != self._race["host"]:
                    _tried(bot.server, self._race["id"], "ready")
            if len(self._race["entries"]) == self._race["capacity"]:
                self._start()
        elif not self._playing:
            self._playing = [threads.submit(self._play, bot) for bot, _ in self._seats()]

    def _start(self) -> None:
        """As the host, start the race: when it is full, or nothing has happened for a while."""
        if may_start(self._race):
            for bot, entry in self._seats():
                if entry["seat"] == self._race["host"]:
                    _tried(bot.server, self._race["id"], "start")

    def _seats(self) -> Iterator[tuple[Bot, Entry]]:
        for bot in self._members.values():
            entry = entry_of(self._race, bot.player_id)
            if entry is not None:
                yield bot, entry


def _tried(server: Server, race_id: str, action: str) -> None:
    """Ask for what may have become impossible meanwhile."""
    try:
        acted(server, race_id, action)
    except Refused as refused:
        if not _is_too_late(refused):
            raise


def _is_too_late(failure: Failed) -> bool:
    return isinstance(failure, Refused) and failure.status in _NO_LONGER
