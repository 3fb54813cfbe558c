"""Players' digests and standings made what their results say, while results keep coming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from service.storage.postgres.detached import require_all_months
from service.storage.postgres.digests import bodies_of, drop, write
from service.storage.postgres.living import lock_living
from service.storage.postgres.reckoning import reckon
from service.storage.postgres.standings import held_by, replace_all
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from sqlalchemy import Connection

    from service.storage.postgres.database import Database
    from service.storage.postgres.reckoning import Reckoning

TRIES = 3
"""So often it is computed before anyone is locked. Whose results still change by then is locked for it."""


def put_right(
    database: Database, player_ids: Sequence[str], since: date, *, pardoned: bool = False
) -> Collection[str]:
    """Make it so, as far as lists are kept, and end these players' bans if they are pardoned; who is there of them.

    What takes long is done before anyone is locked, and again if results have come by then. `MonthsDetached`.
    """
    for _ in range(TRIES):
        with database.snapshot() as connection:
            ahead = reckon(connection, player_ids, since)
        with database.transaction() as connection:
            living = _lock(connection, player_ids)
            if ahead.is_current(connection, player_ids):
                return _put(connection, ahead, living, pardoned=pardoned)
    with database.transaction() as connection:
        living = _lock(connection, player_ids)
        return _put(connection, reckon(connection, player_ids, since), living, pardoned=pardoned)


def _lock(connection: Connection, player_ids: Sequence[str]) -> Mapping[str, bool]:
    require_all_months(connection)
    return lock_living(connection, player_ids)


def _put(connection: Connection, right: Reckoning, living: Mapping[str, bool], *, pardoned: bool) -> Collection[str]:
    """Store what is not as it should be, of players who are locked."""
    if pardoned:
        connection.execute(update(players).where(players.c.id.in_(living)).values(banned_at=None))
        living = lock_living(connection, living)
    stored = bodies_of(connection, living)
    drop(connection, stored.keys() - right.digests.keys())
    write(connection, {key: one for key, one in right.digests.items() if stored.get(key) != one.body})
    replace_all(connection, held_by(connection, living), right.shown(living))
    return living.keys()
