"""What a batch of results brings about, in the transaction that stores them."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from service.play.boards import DAILY, DRAWN, SPRINT_PACE, best_entries, digest_entries, entries_of
from service.storage.postgres.bulk import bound, given, keep_plans
from service.storage.postgres.digests import absorb
from service.storage.postgres.fairness import count_deals
from service.storage.postgres.living import lock_living
from service.storage.postgres.rows import ended_of_values
from service.storage.postgres.standings import held, replace_all
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sqlalchemy import Connection

    from service.play.boards import Entry, Slot
    from service.play.digests import Digest
    from service.play.ended import Ended
    from service.storage.postgres.digests import Absorbed, DigestKey

_STORED = tuple(one for one in results.c if one.computed is None and one.name != "recorded_at")
_NAMES = tuple(one.name for one in _STORED)
_STORE = (
    insert(results).from_select(_NAMES, select(given(_STORED))).on_conflict_do_nothing().returning(results.c.game_id)
)
_stored_of = itemgetter(*_NAMES)


def record_rows(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Store these results, as `row_of` has them, with all that follows from those that were not there yet.

    All workers lock players, results, digests, standings, and the rows of counts and fates in this order, and those
    that they share by their keys, so that none waits for one that waits for it. What all share comes last and is held
    briefly.
    """
    keep_plans(connection)
    living = lock_living(connection, {row["player_id"] for row in rows})
    linked = [row | {"player_id": row["player_id"] if row["player_id"] in living else None} for row in rows]
    fresh = _store(connection, sorted(linked, key=itemgetter("game_id")))
    shown = {player_id for player_id, is_shown in living.items() if is_shown}
    _rank(connection, shown, fresh, absorb(connection, fresh))
    count_deals(connection, fresh)


def _store(connection: Connection, rows: Sequence[dict[str, Any]]) -> list[Ended]:
    """The games whose results were not stored before."""
    stored = set(connection.scalars(_STORE, bound(_STORED, map(_stored_of, rows))))
    first = {row["game_id"]: row for row in reversed(rows)}
    return [ended_of_values(first[game_id]) for game_id in sorted(stored)]


def _rank(connection: Connection, players: AbstractSet[str], games: Iterable[Ended], absorbed: Absorbed) -> None:
    """Put what these games earn in its place. What digests earn is told by them, before as after."""
    best = best_entries(entry for game in games if game.player_id in players for entry in entries_of(game))
    stood = held(connection, [slot for slot in best if _may_be_taken(slot, absorbed.before)])
    unknown = held(connection, ((board, *place[1:], place[0]) for board in DRAWN for place in absorbed.damaged))
    replace_all(
        connection,
        stood | unknown | _drawn(players, absorbed.before),
        best_entries([*stood.values(), *best.values()]) | _drawn(players, absorbed.after),
    )


def _may_be_taken(slot: Slot, before: Mapping[DigestKey, Digest]) -> bool:
    """Nothing stands where a player has had no game.

    But a daily game's day may not be the one on which it ended, and no digest tells of racers' games.
    """
    board, variant, span, player_id = slot
    return board in (DAILY, SPRINT_PACE) or (player_id, variant, span) in before


def _drawn(players: AbstractSet[str], digests: Mapping[DigestKey, Digest]) -> dict[Slot, Entry]:
    return {
        entry.slot: entry
        for key, digest in digests.items()
        if key[0] in players
        for entry in digest_entries(*key, digest)
    }
