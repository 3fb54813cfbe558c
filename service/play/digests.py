"""Digests: what a player's ended games of one variant come to, however many there are.

Two digests merge into that of all their games, if those of the one ended before those of the other. Merging is
associative, and a digest of no games changes nothing; so whole days, weeks and months merge like single games.
"""

from __future__ import annotations

from functools import reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from service.game.game import Ending
from service.play.streaks import NO_GAMES, Streak, is_key, is_whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.play.ended import Ended

_Counts = tuple[tuple[int, int], ...]


MOST_GAMES = 10**9
"""More than anybody can have had; with far more, the luck of them all could not be told."""


class BrokenDigest(ValueError):
    """What is no body of any digest."""


class Digest(NamedTuple):
    """What some games come to; `body` and `parse` are inverse. Every result makes four, so it is a tuple."""

    games: int = 0
    won: int = 0
    lost: int = 0
    completed: int = 0
    abandoned: int = 0
    cleared: int = 0
    """Games won, and those completed without a restart."""
    fated: int = 0
    """Winning deals, whatever became of the games."""
    flips: int = 0
    """Of all games that were played out."""
    hidden: tuple[tuple[int, int], ...] = ()
    """How many cards were left face down, in how many of the games that were played out; fewest cards first."""
    winning: Streak = NO_GAMES
    """Games in a row that were cleared."""
    losing: Streak = NO_GAMES
    """Games in a row that were not cleared, given up or not: whoever walks away does not end it."""
    last: tuple[int, str] | None = None
    """The key of the last game; None without one."""

    @property
    def finished(self) -> int:
        """Games that were played out."""
        return self.games - self.abandoned

    def merge(self, later: Digest) -> Digest:
        """The digest of these games and of others, all of which ended after them."""
        if not self.games or not later.games:
            return self if self.games else later
        return Digest(
            self.games + later.games,
            self.won + later.won,
            self.lost + later.lost,
            self.completed + later.completed,
            self.abandoned + later.abandoned,
            self.cleared + later.cleared,
            self.fated + later.fated,
            self.flips + later.flips,
            _together(self.hidden, later.hidden),
            self.winning.followed_by(later.winning),
            self.losing.followed_by(later.losing),
            later.last,
        )

    @property
    def body(self) -> list[Any]:
        """The digest as JSON has it: the values of its fields, in their order."""
        *sums, hidden, winning, losing, last = self
        return [*sums, [[*pair] for pair in hidden], winning.body, losing.body, None if last is None else [*last]]

    @staticmethod
    def parse(body: Any) -> Digest:
        """The digest with this body; `BrokenDigest`."""
        try:
            *sums, hidden, winning, losing, last = body
            left = tuple((cards, games) for cards, games in hidden)
            ended = None if last is None else tuple(last)
            digest = Digest._make((*sums, left, Streak.parse(winning), Streak.parse(losing), ended))
            sound = digest.sound
        except (TypeError, ValueError) as fault:
            raise BrokenDigest(str(fault)) from fault
        if not sound:
            raise BrokenDigest("the figures do not go together")
        return digest

    @property
    def sound(self) -> bool:
        """Whether there can be such games; what was read from a store may be anything."""
        sums, (cards, games) = self[:8], tuple(zip(*self.hidden, strict=True)) or ((), ())
        return (
            all(map(is_whole, (*sums, *cards, *games)))
            and self.games == self.won + self.lost + self.completed + self.abandoned <= MOST_GAMES
            and self.won <= self.cleared <= self.won + self.completed
            and self.fated <= self.games
            and sum(games) == self.finished
            and all(streak.games == self.games and streak.sound for streak in (self.winning, self.losing))
            and (is_key(self.last) if self.games else self.last is None)
        )


def digest_of(games: Iterable[Ended]) -> Digest:
    """The digest of some games of one player and one variant, in whatever order they come."""
    return merged(map(_of_one, sorted(games, key=attrgetter("key"))))


def merged(digests: Iterable[Digest]) -> Digest:
    """The digest of all games of some digests that follow one another."""
    return reduce(Digest.merge, digests, Digest())


def _together(some: _Counts, others: _Counts) -> _Counts:
    counted = dict(some)
    for cards, games in others:
        counted[cards] = counted.get(cards, 0) + games
    return tuple(sorted(counted.items()))


def _of_one(ended: Ended) -> Digest:
    outcome, key = ended.outcome, ended.key
    is_finished = outcome is not Ending.ABANDONED
    return Digest(
        games=1,
        won=int(outcome is Ending.WON),
        lost=int(outcome is Ending.LOST),
        completed=int(outcome is Ending.COMPLETED),
        abandoned=int(not is_finished),
        cleared=int(ended.cleared),
        fated=int(ended.fated),
        flips=ended.flips if is_finished else 0,
        hidden=((ended.hidden, 1),) if is_finished else (),
        winning=Streak.of(*key, counts=ended.cleared),
        losing=Streak.of(*key, counts=not ended.cleared),
        last=key,
    )
