"""The order of finish in a Chrono-Sprint."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Fate(StrEnum):
    """The ways in which a race can end for a racer."""

    FINISHED = "finished"
    """The dial is cleared."""
    LOCKED = "locked"
    DISQUALIFIED = "disqualified"
    FORFEITED = "forfeited"
    TIMED_OUT = "timed_out"


@dataclass(frozen=True, slots=True)
class Finish:
    """What came of a racer. `time_ms` is counted from the start, with the penalties in it where there are any."""

    seat: int
    fate: Fate
    revealed: int
    errors: int
    time_ms: int

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """What orders racers, the best first; equal merits share a place.

        Cleared dials by time, then by errors; after them everyone else by the cards revealed, most first, then by
        errors, then by time.
        """
        if self.fate is Fate.FINISHED:
            return 0, self.time_ms, self.errors, 0
        return 1, -self.revealed, self.errors, self.time_ms


def order_of_finish(finishes: Iterable[Finish]) -> Mapping[int, int]:
    """The place of each seat, best first; equals share a place and the next ones are skipped (1, 2, 2, 4)."""
    places: dict[int, int] = {}
    last: Finish | None = None
    for count, finish in enumerate(sorted(finishes, key=lambda finish: finish.merit), 1):
        tied = last is not None and last.merit == finish.merit
        places[finish.seat] = places[last.seat] if last is not None and tied else count
        last = finish
    return places
