"""What results come to, as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.rules import VARIANTS
from service.play.boards import BOARDS
from service.play.identity import is_id
from service.play.periods import EPOCH, Span
from service.play.standings import Career
from service.storage.postgres.digests import digests_at
from service.storage.postgres.fairness import deals_by_fate
from service.storage.postgres.standings import held

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.play.boards import Slot
    from service.storage.postgres.database import Database

_ALL_TIME = Span("all", EPOCH)


class PostgresStatistics:
    """The port `Statistics` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, player_id: str) -> Career:
        """See the port. Every row is looked up by its key: how many others the player has does not matter."""
        if not is_id(player_id):
            return Career({}, ())
        with self._database.snapshot() as connection:
            found = digests_at(connection, ((player_id, variant, _ALL_TIME) for variant in VARIANTS))
            bests = held(connection, _slots(player_id)).values()
        return Career(
            {variant: digest for (_, variant, _), digest in sorted(found.items(), key=lambda item: item[0][1])},
            tuple(sorted(bests, key=lambda entry: (entry.board, entry.variant))),
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
