"""Games in a row, in a form in which stretches of games can be joined.

Named tuples, since every recorded result makes a dozen of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Run(NamedTuple):
    """Some games in a row, and the last of them; `ended_at` in milliseconds since 1970."""

    length: int = 0
    ended_at: int = 0
    game_id: str = ""

    def after(self, length: int) -> Run:
        """The run with so many games more before it."""
        return Run(self.length + length, self.ended_at, self.game_id) if self.length else self


NO_RUN = Run()


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
