"""The seeds of daily deals, and what has come of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import and_, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from service.game.game import Ending
from service.game.rules import VARIANTS
from service.play.commitments import new_server_seed
from service.play.daily import NEXT, DailyTally
from service.play.errors import StoreUnavailable
from service.storage.postgres.tables import dailies, results

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from sqlalchemy import Connection

    from service.storage.postgres.database import Database

_CLEARED = or_(
    results.c.outcome == Ending.WON.value,
    and_(results.c.outcome == Ending.COMPLETED.value, results.c.restarts == 0),
)
"""`service.game.ledger.is_cleared` in SQL."""


class PostgresDailies:
    """The port `Dailies` on Postgres. A process remembers the seeds of today and tomorrow, which never change.

    Tomorrow is left alone for `rest_s` seconds after its seeds could not be made, so that not every deal waits.
    """

    def __init__(self, database: Database, rest_s: float = 5.0) -> None:
        self._rest_s = rest_s
        self._database = database
        self._remembered: Mapping[date, Mapping[str, bytes]] = {}
        self._rests_until = 0.0

    def prepare(self, today: date) -> None:
        """See the port."""
        days = today, today + NEXT
        if all(map(self._is_whole, days)) or (self._is_whole(today) and time.monotonic() < self._rests_until):
            return
        try:
            self._make(days)
        except StoreUnavailable:
            if not self._is_whole(today):
                raise
            self._rests_until = time.monotonic() + self._rest_s

    def seeds(self, day: date) -> Mapping[str, bytes]:
        """See the port."""
        if day in self._remembered:
            return self._remembered[day]
        with self._database.transaction() as connection:
            return _read(connection, day)

    def tallies(self, day: date) -> Mapping[str, DailyTally]:
        """See the port."""
        counts = select(results.c.variant, func.count(), func.count().filter(_CLEARED))
        with self._database.transaction() as connection:
            rows = connection.execute(counts.where(results.c.day == day).group_by(results.c.variant)).all()
        return {variant: DailyTally(attempts, cleared) for variant, attempts, cleared in rows}

    def _make(self, days: tuple[date, ...]) -> None:
        """Of processes that do so at once, one makes the seeds, and all read what it made."""
        fresh = [
            {"day": day, "variant": variant, "server_seed": new_server_seed()}
            for day in days
            for variant in sorted(VARIANTS)
        ]
        with self._database.transaction() as connection:
            connection.execute(insert(dailies).values(fresh).on_conflict_do_nothing())
            made = {day: _read(connection, day) for day in days}
        # Not before the commit is known: what a failure rolls back must not be dealt from.
        self._remembered = made

    def _is_whole(self, day: date) -> bool:
        return VARIANTS.keys() <= self._remembered.get(day, {}).keys()


def _read(connection: Connection, day: date) -> dict[str, bytes]:
    query = select(dailies.c.variant, dailies.c.server_seed).where(dailies.c.day == day)
    return {row.variant: row.server_seed for row in connection.execute(query.order_by(dailies.c.variant))}
