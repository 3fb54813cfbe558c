"""What a batch of results brings about, in the transaction that stores them."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from service.play.boards import best_entries
from service.storage.postgres.bulk import given
from service.storage.postgres.digests import absorb
from service.storage.postgres.fairness import count_deals
from service.storage.postgres.history import standings_from
from service.storage.postgres.living import lock_living
from service.storage.postgres.rows import ended_of_values
from service.storage.postgres.standings import held, replace_all
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from service.play.digests import Digest
    from service.play.ended import Ended
    from service.storage.postgres.digests import DigestKey

DRAWN_BOARDS = ("win_streak", "luck")
"""Boards that no single game decides: what was achieved there can be lost again when a result comes late."""

_STORED = tuple(one for one in results.c if one.computed is None and one.name != "recorded_at")
_NAMES = tuple(one.name for one in _STORED)
_STORE = (
    insert(results).from_select(_NAMES, select(given(_STORED))).on_conflict_do_nothing().returning(results.c.game_id)
)


def record_rows(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Store these results, as `row_of` has them, with all that follows from those that were not there yet.

    All workers lock players, results, and the rows of counts and fates in this order, and each of them by their
    keys, so that none waits for one that waits for it. What all share comes last and is held briefly.
    """
    banned = lock_living(connection, {row["player_id"] for row in rows})
    linked = [row | {"player_id": row["player_id"] if row["player_id"] in banned else None} for row in rows]
    fresh = _store(connection, sorted(linked, key=itemgetter("game_id")))
    digests = absorb(connection, fresh)
    _rank(connection, [game for game in fresh if not banned.get(game.player_id or "", True)], digests, banned)
    count_deals(connection, fresh)


def _store(connection: Connection, rows: Sequence[dict[str, Any]]) -> list[Ended]:
    """The games whose results were not stored before."""
    stored = set(connection.scalars(_STORE, {"rows": rows}))
    first = {row["game_id"]: row for row in reversed(rows)}
    return [ended_of_values(first[game_id]) for game_id in sorted(stored)]


def _rank(
    connection: Connection, games: Sequence[Ended], digests: Mapping[DigestKey, Digest], banned: Mapping[str, bool]
) -> None:
    ranked = {place: digest for place, digest in digests.items() if not banned[place[0]]}
    shown = standings_from(games, ranked)
    drawn = {(board, variant, span, player_id) for player_id, variant, span in ranked for board in DRAWN_BOARDS}
    old = held(connection, shown.keys() | drawn)
    kept = [entry for slot, entry in old.items() if slot not in drawn]
    replace_all(connection, old, best_entries([*kept, *shown.values()]))
