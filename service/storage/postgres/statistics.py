"""What results come to, as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from service.play.identity import is_id
from service.play.standings import Career
from service.storage.postgres.digests import digests_of
from service.storage.postgres.fairness import deals_by_fate
from service.storage.postgres.history import games_of, standings_from
from service.storage.postgres.standings import held_by
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from service.play.boards import Entry
    from service.play.digests import Digest
    from service.storage.postgres.database import Database
    from service.storage.postgres.digests import DigestKey


class PostgresStatistics:
    """The port `Statistics` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, player_id: str) -> Career:
        """See the port."""
        if not is_id(player_id):
            return Career({}, ())
        with self._database.snapshot() as connection:
            digests = digests_of(connection, [player_id], period="all")
            entries = _entries(connection, player_id, digests)
        bests = (entry for entry in entries if entry.span.period == "all")
        return Career(
            {variant: digest for (_, variant, _), digest in sorted(digests.items(), key=lambda item: item[0][1])},
            tuple(sorted(bests, key=lambda entry: (entry.board, entry.variant))),
        )

    def fairness(self) -> Mapping[str, Mapping[int, int]]:
        """See the port."""
        with self._database.transaction() as connection:
            return deals_by_fate(connection)


def _entries(connection: Connection, player_id: str, digests: Mapping[DigestKey, Digest]) -> Iterable[Entry]:
    """What stands, or would stand if the player were not banned."""
    banned_at = connection.scalar(select(players.c.banned_at).where(players.c.id == player_id))
    if banned_at is None:
        return held_by(connection, [player_id]).values()
    return standings_from(games_of(connection, [player_id]), digests).values()
