"""The tables of what is computed from the results, as the newest migration leaves them."""

from __future__ import annotations

from datetime import date  # noqa: TC003  SQLAlchemy reads the annotations
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Named,
    SmallInteger,
    Table,
    Text,
    TypedColumns,
    Uuid,
)
from sqlalchemy.dialects.postgresql import JSONB

from service.storage.postgres.tables import Instant, metadata

_A_BODY = """body @@ 'strict $.type() == "array" && $.size() == 12
        && !exists($[0 to 7] ? (@.type() != "number")) && !exists($[8 to 10] ? (@.type() != "array"))'"""
"""As far as the forms of its parts go, see `service.play.digests`."""


def _a_period() -> CheckConstraint:
    return CheckConstraint("period IN ('all', 'month', 'week', 'day')", name="period")


def _a_date(name: str) -> CheckConstraint:
    """One that Python has."""
    return CheckConstraint(f"{name} BETWEEN '0001-01-01' AND '9999-12-31'", name=name)


def _a_number(name: str) -> CheckConstraint:
    return CheckConstraint(f"{name} > '-Infinity' AND {name} < 'Infinity'", name=name)


def _of_a_player() -> Column[str]:
    return Column(Uuid(as_uuid=False), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)


class StandingColumns(TypedColumns):
    """What a player has to show on a board, over a period that begins with a day.

    The key suits those who ask about a player; a board is read by its own index.
    """

    player_id: Named[str] = _of_a_player()
    board: Named[str] = Column(Text, primary_key=True)
    variant: Named[str] = Column(Text, primary_key=True)
    period: Named[str] = Column(Text, primary_key=True)
    start: Named[date] = Column(primary_key=True)
    value: Named[float] = Column(Double)
    sort_order: Named[float] = Column(Double)
    achieved_at: Named[int] = Column(Instant)
    game_id: Named[str] = Column(Uuid(as_uuid=False))


standings = Table(
    "standings",
    metadata,
    StandingColumns,
    _a_period(),
    _a_date("start"),
    _a_number("value"),
    _a_number("sort_order"),
    CheckConstraint("isfinite(achieved_at)", name="achieved_at"),
)

_IN_ORDER = "board", "variant", "period", "start", "sort_order", "achieved_at", "player_id"

Index(
    "ix_standings_in_order",
    *(standings.c[name] for name in _IN_ORDER),
    postgresql_include=["value", "game_id"],
)

_BEST_FIRST = "player_id", "variant", "sort_order", "achieved_at", "game_id"

Index(
    "ix_standings_best_dailies",
    *(standings.c[name] for name in _BEST_FIRST),
    postgresql_where="board = 'daily'",
)


class CountColumns(TypedColumns):
    """How many players of a board have an order (level 0), or one in a bucket of them, or any: see `levels`."""

    board: Named[str] = Column(Text, primary_key=True)
    variant: Named[str] = Column(Text, primary_key=True)
    period: Named[str] = Column(Text, primary_key=True)
    start: Named[date] = Column(primary_key=True)
    level: Named[int] = Column(SmallInteger, primary_key=True)
    bucket: Named[float] = Column(Double, primary_key=True)
    players: Named[int] = Column(BigInteger)


standing_counts = Table(
    "standing_counts",
    metadata,
    CountColumns,
    _a_period(),
    _a_date("start"),
    CheckConstraint("level BETWEEN 0 AND 4", name="level"),
    _a_number("bucket"),
)


class DigestColumns(TypedColumns):
    """What a player's games of one variant come to, over a period that begins with a day."""

    player_id: Named[str] = _of_a_player()
    variant: Named[str] = Column(Text, primary_key=True)
    period: Named[str] = Column(Text, primary_key=True)
    start: Named[date] = Column(primary_key=True)
    body: Named[Any] = Column(JSONB)


digests = Table(
    "digests",
    metadata,
    DigestColumns,
    _a_period(),
    _a_date("start"),
    CheckConstraint(_A_BODY, name="body"),
    Index(None, "start", postgresql_where="period IN ('week', 'day')"),
)


class FairnessColumns(TypedColumns):
    """How many deals that were dealt once had their first lock at a flip."""

    variant: Named[str] = Column(Text, primary_key=True)
    locks_at: Named[int] = Column(SmallInteger, primary_key=True)
    deals: Named[int] = Column(BigInteger)


fairness = Table("fairness", metadata, FairnessColumns)


class FateColumns(TypedColumns):
    """The first locks of daily deals that someone has played to an end."""

    day: Named[date] = Column(primary_key=True)
    variant: Named[str] = Column(Text, primary_key=True)
    locks_at: Named[int] = Column(SmallInteger)


daily_fates = Table("daily_fates", metadata, FateColumns, _a_date("day"))
