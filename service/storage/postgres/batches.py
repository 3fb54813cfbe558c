"""All players, some at a time: never so many that whoever locks them would hold them for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from service.storage.postgres.living import IS_LIVING
from service.storage.postgres.tables import players, results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection, Select

    from service.storage.postgres.database import Database

PLAYERS_AT_A_TIME = 50
RESULTS_AT_A_TIME = 2000
"""A player who has more is alone."""

_RESULTS = select(func.count()).where(results.c.player_id == players.c.id).scalar_subquery()
_COUNTED = select(players.c.id, _RESULTS).where(IS_LIVING).order_by(players.c.id).limit(PLAYERS_AT_A_TIME)


def batches(database: Database) -> Iterator[tuple[Sequence[str], int]]:
    """The ids of all players in order, some at a time, and how many they are at first."""
    with database.transaction() as connection:
        everyone = connection.scalar(select(func.count()).where(IS_LIVING)) or 0
        counted = _pairs(connection, _COUNTED)
    while counted:
        for batch in cut(counted):
            yield batch, everyone
        with database.transaction() as connection:
            counted = _pairs(connection, _COUNTED.where(players.c.id > counted[-1][0]))


def _pairs(connection: Connection, query: Select[str, int]) -> list[tuple[str, int]]:
    return [(player_id, count) for player_id, count in connection.execute(query)]


def cut(counted: Iterable[tuple[str, int]]) -> Iterator[list[str]]:
    """Players and how many results each has, cut where there would be too many."""
    batch, together = list[str](), 0
    for player_id, count in counted:
        if batch and together + count > RESULTS_AT_A_TIME:
            yield batch
            batch, together = [], 0
        batch.append(player_id)
        together += count
    if batch:
        yield batch
