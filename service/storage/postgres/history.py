"""Players' results as a whole, from which everything else can be computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from service.play.boards import best_entries, digest_entries, entries_of
from service.storage.postgres.rows import ENDED_COLUMNS, ended_game
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from service.play.boards import Entry, Slot
    from service.play.digests import Digest
    from service.play.ended import Ended
    from service.storage.postgres.digests import DigestKey


def games_of(connection: Connection, player_ids: Iterable[str]) -> list[Ended]:
    """All games of these players of which there are results."""
    rows = connection.execute(select(*ENDED_COLUMNS).where(results.c.player_id.in_(list(player_ids))))
    return [ended_game(row) for row in rows]


def standings_from(games: Iterable[Ended], digests: Mapping[DigestKey, Digest]) -> dict[Slot, Entry]:
    """The best that these games and digests have to show, for each slot."""
    single = [entry for game in games for entry in entries_of(game)]
    drawn = [entry for key, digest in digests.items() for entry in digest_entries(*key, digest)]
    return best_entries([*single, *drawn])
