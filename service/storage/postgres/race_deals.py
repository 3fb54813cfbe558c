"""The deals of races in the audit: with shared decks all racers have one, with decks of their own each has one.

A deal is told by its server seed, which nothing else was shuffled from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import Integer, column, func, select

from service.play.identity import race_of
from service.storage.postgres.bulk import bound, given
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection

    from service.play.ended import Ended

_RACES = 0x436C6F63
"""With this and a number made of its id a race is locked: of two workers with games of one deal, one counts it."""

_KEYS = (column("number", Integer()),)
_LOCK = select(func.pg_advisory_xact_lock(_RACES, given(_KEYS).c.number))

_IDS = tuple(column(name, results.c.game_id.type) for name in ("first", "last"))
_ids = given(_IDS)
_GAMES = select(results.c.game_id, results.c.server_seed).join(
    _ids, results.c.game_id.between(_ids.c.first, _ids.c.last)
)


def new_deals(connection: Connection, fresh: Iterable[Ended]) -> Iterator[Ended]:
    """Of games that have just been stored, one racer's for each deal that no other stored game has."""
    games = {game.game_id: game for game in fresh if game.raced}
    if not games:
        return
    race_ids = sorted({race_of(game_id) for game_id in games})
    connection.execute(_LOCK, bound(_KEYS, ((key,) for key in sorted(map(_lock_key, race_ids)))))
    # Only from now on is seen whatever another worker has stored and counted.
    stored = connection.execute(_GAMES, bound(_IDS, map(_span_of_ids, race_ids))).all()
    counted = {row.server_seed for row in stored if row.game_id not in games}
    for row in stored:
        if row.server_seed not in counted:
            counted.add(row.server_seed)
            yield games[row.game_id]


def _lock_key(race_id: str) -> int:
    """31 of its random bits: races that share them wait for each other, and no more than that."""
    return UUID(race_id).int >> 16 & 0x7FFFFFFF


def _span_of_ids(race_id: str) -> Sequence[str]:
    """The race's id and the last that a game of it could have: they differ in the seat alone."""
    return race_id, f"{race_id[:-4]}ffff"
