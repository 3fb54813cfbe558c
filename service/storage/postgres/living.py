"""Players locked: whatever is computed from someone's results is changed by one transaction at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ARRAY, Text, Uuid, and_, any_, bindparam, cast, select

from service.storage.postgres.tables import players, results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement, Connection


IS_LIVING = players.c.erased_at.is_(None)
"""Whoever is being erased is gone for everyone, though the row stays until no result refers to it."""

_IDS = cast(bindparam("ids", type_=ARRAY(Text)), ARRAY(Uuid))

IS_SHOWN = and_(players.c.banned_at.is_(None), players.c.bot.is_(False))
"""Whether a player may be on boards: neither banned nor a bot."""

# What refers to a player may be stored meanwhile: that takes no more than the key.
_LOCK = (
    select(players.c.id, IS_SHOWN.label("shown"))
    .where(players.c.id == any_(_IDS), IS_LIVING)
    .order_by(players.c.id)
    .with_for_update(key_share=True)
)


def lock_living(connection: Connection, player_ids: Iterable[str]) -> dict[str, bool]:
    """Those of the players who exist, and whether each may be on boards; both stay so until the transaction ends.

    They are locked in the order of their ids, so that two who want the same ones cannot wait for each other.
    """
    rows = connection.execute(_LOCK, {"ids": list(player_ids)})
    return {row.id: row.shown for row in rows}


def results_of(player_ids: Iterable[str]) -> ColumnElement[bool]:
    """Whether a result is of one of these players, who is there."""
    return results.c.player_id.in_(select(players.c.id).where(players.c.id.in_(list(player_ids)), IS_LIVING))
