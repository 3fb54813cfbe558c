"""Games in a row, in a form in which stretches of games can be joined.

Named tuples, since every recorded result makes a dozen of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from service.play.identity import is_id

_END_OF_TIME = 253_402_300_800_000
"""The first instant of the year 10000."""


class Run(NamedTuple):
    """Some games in a row, and the last of them; `ended_at` in milliseconds since 1970."""

    length: int = 0
    ended_at: int = 0
    game_id: str = ""

    @property
    def sound(self) -> bool:
        """Whether there can be such a run; what was read from a store may be anything."""
        length, ended_at, game_id = self
        if not length:
            return self == NO_RUN
        return is_whole(length) and is_key((ended_at, game_id))

    def after(self, length: int) -> Run:
        """The run with so many games more before it."""
        return Run(self.length + length, self.ended_at, self.game_id) if self.length else self


NO_RUN = Run()


def is_whole(number: Any) -> bool:
    """Whether this is an integer of zero or more."""
    return type(number) is int and number >= 0


def is_key(key: Any) -> bool:
    """Whether this is the key of an ended game: an instant in milliseconds since 1970, and the game's id."""
    ended_at, game_id = key
    return is_whole(ended_at) and ended_at < _END_OF_TIME and type(game_id) is str and is_id(game_id)


class Streak(NamedTuple):
    """The runs of one kind of game in a stretch of games; `body` and `parse` are inverse."""

    games: int = 0
    """How many games of whatever kind."""
    first: Run = NO_RUN
    """The run with which the stretch begins."""
    current: int = 0
    """How long the run is with which it ends."""
    best: Run = NO_RUN
    """The longest run, of equals the earliest."""

    @property
    def sound(self) -> bool:
        """Whether there can be such a stretch; what was read from a store may be anything."""
        runs = self.first.length, self.current, self.best.length
        whole = is_whole(self.games) and is_whole(self.current) and self.first.sound and self.best.sound
        return whole and max(runs) <= self.games and max(runs) == self.best.length

    @staticmethod
    def of(ended_at: int, game_id: str, *, counts: bool) -> Streak:
        """A single game, of that kind or not."""
        run = Run(1, ended_at, game_id) if counts else NO_RUN
        return Streak(1, run, run.length, run)

    def followed_by(self, later: Streak) -> Streak:
        """The stretch of this one and another that begins where it ends."""
        joined = later.first.after(self.current)
        unbroken = self.first.length == self.games and joined.length
        return Streak(
            games=self.games + later.games,
            first=joined if unbroken else self.first,
            current=later.current + (self.current if later.current == later.games else 0),
            best=max(self.best, joined, later.best, key=lambda run: run.length),
        )

    @property
    def body(self) -> list[Any]:
        """The streak as JSON has it."""
        return [self.games, self.current, [*self.first], [*self.best]]

    @staticmethod
    def parse(body: list[Any]) -> Streak:
        """The streak with this body."""
        games, current, first, best = body
        return Streak(games, Run(*first), current, Run(*best))


NO_GAMES = Streak()
