"""What leaderboards and profiles show: rows in order, and all that a player has to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.play.race_results import NO_RACES, RaceTally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.boards import Entry
    from service.play.digests import Digest
    from service.play.players import Player

RankKey = tuple[float, int, str]
"""Where a row stands on a board: its order (smaller is better), the instant in milliseconds, the player's id."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a board. `achieved_at` in milliseconds since 1970."""

    place: int
    """A competition place: 1 and the number of players that are better. Equals share one, the next are skipped."""
    player: Player
    value: float
    order: float
    achieved_at: int
    game_id: str
    """The game that set the value."""

    @property
    def key(self) -> RankKey:
        """Where the row stands."""
        return self.order, self.achieved_at, self.player.id


@dataclass(frozen=True, slots=True)
class Ranking:
    """Some rows of a board from the better to the worse, and the key after which the next begin (None at the end)."""

    rows: tuple[Standing, ...]
    next: RankKey | None


@dataclass(frozen=True, slots=True)
class Career:
    """All that a player's ended ranked games come to."""

    digests: Mapping[str, Digest]
    """The games of all days, by variant; none that was never played."""
    bests: tuple[Entry, ...]
    """The best that stands for the player, one entry a board and variant; nothing during a ban.

    It is what stands in the period `all`, or on the best day that is kept where a board goes by days alone.
    """
    races: RaceTally = NO_RACES
