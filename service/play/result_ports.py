"""What is made of results, and what the operators need of them. Every method may raise `StoreUnavailable`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.play.boards import Board, Place
    from service.play.periods import Span
    from service.play.results import DeadLetter, Delivery
    from service.play.standings import Career, Ranking, RankKey


class Leaderboards(Protocol):
    """Who is best, in the results database. Banned players are on no board."""

    def page(self, board: Board, variant: str, span: Span, after: RankKey | None, limit: int) -> Ranking:
        """The next `limit` rows from the top, each with its exact place."""

    def around(self, board: Board, variant: str, span: Span, player_id: str, window: int) -> Ranking:
        """The player's row, with up to `window` rows on each side; `next` is that of a page ending there.

        Raises `NotRanked`, also for a player who is banned or unknown.
        """

    def place(self, board: Board, variant: str, span: Span, player_id: str) -> Place:
        """How the player stands. Raises as `around`."""


class Statistics(Protocol):
    """What all results come to, in the results database."""

    def of(self, player_id: str) -> Career:
        """What a player's ended ranked games come to; nothing for a player who is unknown or has none.

        Costs the same however many games there are, races excepted: they are counted.
        """

    def fairness(self) -> Mapping[str, Mapping[int, int]]:
        """How many ended ranked deals of each variant had their first lock at which flip, by their fate.

        A deal that many are dealt, such as a daily one, is one deal: as many copies of it would look like a fault.
        """


Progress = Callable[[int, int], None]
"""Told how much is done, of how much, in steps that take about as long each."""


class Upkeep(Protocol):
    """Operators' work on what is computed from the results. Raises `MonthsDetached` unless all of them are there."""

    def rebuild(self, progress: Progress) -> int:
        """Compute standings, counts, digests and fairness anew from the results alone; how many players there are."""

    def check(self, progress: Progress) -> Iterator[str]:
        """Compute the same, change nothing, and tell of each difference, in words."""


class DeadLetters(Protocol):
    """Deliveries that were set aside."""

    def dead(self, at_a_time: int = 100) -> Iterator[DeadLetter]:
        """All dead letters, those of a partition oldest first; so many of each are read at a time."""

    def replay(self, letters: Sequence[DeadLetter]) -> int:
        """Put dead letters back into the outbox, as if new; how many were still there."""

    def count(self) -> int:
        """How many there are."""


class Outbox(Protocol):
    """Ended games on their way to the results database."""

    def read(self, limit: int) -> Sequence[Delivery]:
        """Up to `limit` deliveries a partition: new ones, and those that a worker left behind.

        A partition that cannot be read is told of elsewhere and keeps nobody from reading the others.
        """

    def confirm(self, deliveries: Sequence[Delivery]) -> None:
        """The results are stored: drop the deliveries and mark their games as recorded."""

    def release(self, deliveries: Sequence[Delivery]) -> None:
        """Give back what could not be stored through no fault of its own; this attempt does not count.

        Nor does the trial noted meanwhile. What has been confirmed or buried stays so.
        """

    def note_trial(self, delivery: Delivery) -> None:
        """Count a trial of the delivery, which is about to begin, unless it is confirmed, released or buried."""

    def bury(self, delivery: Delivery, reason: str) -> None:
        """Set a delivery aside among the dead letters."""
