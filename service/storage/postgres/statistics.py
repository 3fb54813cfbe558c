"""What results come to, as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.rules import VARIANTS
from service.play.boards import BOARDS
from service.play.identity import is_id
from service.play.periods import EPOCH, Span
from service.play.standings import Career
from service.storage.postgres.best_dailies import best_dailies
from service.storage.postgres.digests import digest_anew, digests_at
from service.storage.postgres.fairness import deals_by_fate
from service.storage.postgres.race_lists import tally_of
from service.storage.postgres.standings import held

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.play.boards import Slot
    from service.storage.postgres.database import Database

_ALL_TIME = Span("all", EPOCH)


_EVERY_DAY = 36_525
"""More than anything can have been kept for."""


class PostgresStatistics:
    """The port `Statistics` on Postgres, where lists of days are kept for so many days."""

    def __init__(self, database: Database, kept_days: int = _EVERY_DAY) -> None:
        self._database, self._kept_days = database, kept_days

    def of(self, player_id: str) -> Career:
        """See the port. Every row is looked up by its key, whatever others the player has; races are counted."""
        if not is_id(player_id):
            return Career({}, ())
        with self._database.snapshot() as connection:
            found = digests_at(connection, ((player_id, variant, _ALL_TIME) for variant in VARIANTS))
            whole = {place: digest or digest_anew(connection, place) for place, digest in found.items()}
            bests = [
                *held(connection, _slots(player_id)).values(),
                *best_dailies(connection, player_id, self._kept_days),
            ]
            races = tally_of(connection, player_id)
        return Career(
            {variant: digest for (_, variant, _), digest in sorted(whole.items(), key=lambda item: item[0][1])},
            tuple(sorted(bests, key=lambda entry: (entry.board, entry.variant))),
            races,
        )

    def fairness(self) -> Mapping[str, Mapping[int, int]]:
        """See the port."""
        with self._database.transaction() as connection:
            return deals_by_fate(connection)


def _slots(player_id: str) -> Iterator[Slot]:
    """All that the player could have of all time."""
    for board in BOARDS.values():
        for variant in board.variants:
            yield board.name, variant, _ALL_TIME, player_id
