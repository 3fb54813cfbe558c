"""Players locked: whatever is computed from someone's results is changed by one transaction at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


def lock_living(connection: Connection, player_ids: Iterable[str]) -> dict[str, bool]:
    """Those of the players who exist, and whether each is banned; both stay so until the transaction ends.

    They are locked in the order of their ids, so that two who want the same ones cannot wait for each other.
    """
    living = select(players.c.id, players.c.banned_at).where(players.c.id.in_(list(player_ids)))
    # What refers to a player may be stored meanwhile: that takes no more than the key.
    rows = connection.execute(living.order_by(players.c.id).with_for_update(key_share=True))
    return {row.id: row.banned_at is not None for row in rows}
