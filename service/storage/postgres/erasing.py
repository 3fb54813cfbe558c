"""A player erased step by step, however much there is of them.

The first step is the one that counts: the name and the secret go, and the player is gone for everyone. What follows
takes many short transactions, and goes on where it was broken off when it is asked for again. The row of the player
goes last, so that nobody is forgotten halfway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, text, update

from service.play.periods import Span
from service.storage.postgres.living import lock_living
from service.storage.postgres.race_tables import race_entries
from service.storage.postgres.standing_tables import digests, standings
from service.storage.postgres.standings import held, replace_all
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from service.storage.postgres.database import Database

ROWS_AT_A_TIME = 1000
"""Standings that are removed, and results that are unlinked, in one transaction."""

BROKEN_OFF_AFTER = text("interval '1 minute'")
"""What a request has not brought to its end by then, it will not."""

NOBODYS_NAME = "erased"
_NOBODYS_DIGEST = bytes(32)
"""No secret that anyone can find has it."""


def hide(database: Database, player_id: str) -> bool:
    """Do the first step; whether the player may be on more lists."""
    with database.transaction() as connection:
        _hide(connection, player_id)
        return _take_off(connection, player_id)


def erase(database: Database, player_id: str) -> None:
    """Erase the player; nothing to do if there is none."""
    more = hide(database, player_id)
    while more:
        with database.transaction() as connection:
            more = _take_off(connection, player_id)
    for table in _tables_with_links(database):
        while _unlink(database, table, player_id):
            pass
    with database.transaction() as connection:
        connection.execute(delete(players).where(players.c.id == player_id))


def half_erased(database: Database, limit: int) -> Sequence[str]:
    """Up to so many players whose erasure began so long ago that it was broken off, the first ones first."""
    long_ago = players.c.erased_at < func.now() - BROKEN_OFF_AFTER
    query = select(players.c.id).where(players.c.erased_at.is_not(None), long_ago)
    with database.transaction() as connection:
        return connection.scalars(query.order_by(players.c.erased_at).limit(limit)).all()


def _hide(connection: Connection, player_id: str) -> None:
    """From here on nothing is recorded for the player, so that all that follows comes to an end."""
    if lock_living(connection, [player_id]):
        gone = {"display_name": NOBODYS_NAME, "secret_digest": _NOBODYS_DIGEST, "erased_at": func.now()}
        connection.execute(update(players).where(players.c.id == player_id).values(gone))
        connection.execute(delete(digests).where(digests.c.player_id == player_id))


def _take_off(connection: Connection, player_id: str) -> bool:
    """Take the player off some lists, counts and all; whether there may be more."""
    _lock(connection, player_id)
    names = standings.c.board, standings.c.variant, standings.c.period, standings.c.start
    some = select(*names).where(standings.c.player_id == player_id).limit(ROWS_AT_A_TIME)
    slots = [(row.board, row.variant, Span(row.period, row.start), player_id) for row in connection.execute(some)]
    replace_all(connection, held(connection, slots), {})
    return len(slots) == ROWS_AT_A_TIME


def _tables_with_links(database: Database) -> Sequence[str]:
    """The results, the months of them that are tables of their own, and the entries of races."""
    with database.transaction() as connection:
        return connection.scalars(text(_REFERRING)).all()


def _unlink(database: Database, table: str, player_id: str) -> bool:
    """Unlink some of the results or races in a table; whether there were any."""
    with database.transaction() as connection:
        _lock(connection, player_id)
        change = text(_UNLINK.format(table=table, key="ctid" if table == race_entries.name else "game_id"))
        return connection.execute(change, {"player": player_id, "most": ROWS_AT_A_TIME}).rowcount > 0


def _lock(connection: Connection, player_id: str) -> None:
    """Two who erase the same player take turns."""
    connection.execute(select(players.c.id).where(players.c.id == player_id).with_for_update(key_share=True))


_REFERRING = """
SELECT conrelid::regclass::text FROM pg_constraint
WHERE contype = 'f' AND confrelid = 'players'::regclass AND confdeltype = 'n' AND conparentid = 0
ORDER BY 1
"""

_UNLINK = """
UPDATE {table} SET player_id = NULL WHERE {key} = ANY (ARRAY(
    SELECT {key} FROM {table} WHERE player_id = CAST(:player AS uuid) LIMIT :most
))
"""
"""Entries of races, which no index finds by their games, are found by where they lie: nothing else changes them."""
