"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Computed,
    ForeignKey,
    Index,
    MetaData,
    Named,
    SmallInteger,
    Table,
    Text,
    TypedColumns,
    TypeDecorator,
    Uuid,
    false,
    func,
)
from sqlalchemy.dialects.postgresql import TIMESTAMP

if TYPE_CHECKING:
    from sqlalchemy import Dialect

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Instant(TypeDecorator[int]):
    """Milliseconds since 1970, kept as timestamptz(3)."""

    impl = TIMESTAMP
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(timezone=True, precision=3)

    def process_bind_param(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  SQLAlchemy's signature
        """The datetime for the driver."""
        return None if value is None else _EPOCH + value * _MILLISECOND

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002  SQLAlchemy's signature
        """The milliseconds from the driver's datetime."""
        return None if value is None else (value - _EPOCH) // _MILLISECOND


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


class PlayerColumns(TypedColumns):
    """Who plays."""

    id: Named[str] = Column(Uuid(as_uuid=False), primary_key=True)
    display_name: Named[str] = Column(Text)
    secret_digest: Named[bytes]
    created_at: Named[int] = Column(Instant, server_default=func.now())
    banned_at: Named[int | None] = Column(Instant)
    name_locked: Named[bool] = Column(server_default=false())
    erased_at: Named[int | None] = Column(Instant)
    """Since when the player is being erased: gone for everyone, with results yet to be unlinked."""
    bot: Named[bool] = Column(server_default=false())


players = Table(
    "players",
    metadata,
    PlayerColumns,
    CheckConstraint("char_length(display_name) BETWEEN 1 AND 32", name="display_name"),
    CheckConstraint("octet_length(secret_digest) = 32", name="secret_digest"),
    Index(None, "erased_at", postgresql_where="erased_at IS NOT NULL"),
)


class ResultColumns(TypedColumns):
    """What came of a ranked game, and the facts from which the whole of it can be replayed."""

    game_id: Named[str] = Column(Uuid(as_uuid=False), primary_key=True)
    player_id: Named[str | None] = Column(Uuid(as_uuid=False), ForeignKey("players.id", ondelete="SET NULL"))
    variant: Named[str] = Column(Text)
    rules: Named[str] = Column(Text)
    mode: Named[str] = Column(Text)
    decisions: Named[str] = Column(Text, server_default="")
    deal_kind: Named[str] = Column(Text)
    day: Named[date | None]
    time_limit_s: Named[int | None] = Column(SmallInteger)
    outcome: Named[str] = Column(Text)
    flips: Named[int] = Column(SmallInteger)
    hidden: Named[int] = Column(SmallInteger)
    locking_seen: Named[int] = Column(SmallInteger)
    locks_at: Named[int] = Column(SmallInteger)
    elapsed_ms: Named[int] = Column(BigInteger)
    shuttles: Named[int] = Column(SmallInteger)
    longest_run: Named[int] = Column(SmallInteger)
    placement_errors: Named[int]
    restarts: Named[int]
    clearance: Named[int | None]
    partial: Named[int | None]
    speed: Named[int | None]
    chains: Named[int | None]
    cap: Named[int | None]
    total: Named[int | None] = Column(Computed("clearance + partial + speed + chains + cap", persisted=True))
    opened_at: Named[int] = Column(Instant)
    finished_at: Named[int] = Column(Instant)
    deck: Named[str] = Column(Text)
    server_seed: Named[bytes]
    client_seed: Named[str] = Column(Text)
    recorded_at: Named[int] = Column(Instant, server_default=func.now())


results = Table(
    "results",
    metadata,
    ResultColumns,
    CheckConstraint("mode IN ('reveal', 'placement')", name="mode"),
    CheckConstraint("deal_kind IN ('random', 'daily', 'race')", name="deal_kind"),
    CheckConstraint("(day IS NOT NULL) = (deal_kind = 'daily')", name="day"),
    CheckConstraint("(time_limit_s IS NOT NULL) = (deal_kind = 'race')", name="time_limit_s"),
    CheckConstraint("outcome IN ('won', 'lost', 'completed', 'abandoned')", name="outcome"),
    CheckConstraint("flips >= 0 AND hidden >= 0 AND locks_at BETWEEN 4 AND 104", name="flips"),
    CheckConstraint("elapsed_ms >= 0 AND finished_at >= opened_at", name="times"),
    CheckConstraint(
        "num_nulls(clearance, partial, speed, chains, cap) = CASE outcome WHEN 'abandoned' THEN 5 ELSE 0 END",
        name="ledger",
    ),
    CheckConstraint("char_length(deck) IN (104, 208)", name="deck"),
    CheckConstraint("octet_length(server_seed) = 32 AND octet_length(client_seed) <= 64", name="seeds"),
    Index(None, "player_id", "finished_at", "game_id"),
    Index(None, "day", "variant", postgresql_where="day IS NOT NULL"),
    postgresql_partition_by="RANGE (game_id)",
)


class DetachedColumns(TypedColumns):
    """Months whose results are no part of the others, wherever they are kept; by their first days."""

    first: Named[date] = Column(primary_key=True)
    detached_at: Named[int] = Column(Instant, server_default=func.now())


detached_months = Table("detached_months", metadata, DetachedColumns)


class DailyColumns(TypedColumns):
    """Server seeds of daily deals. A row is never changed: its commitment is out."""

    day: Named[date] = Column(primary_key=True)
    variant: Named[str] = Column(Text, primary_key=True)
    server_seed: Named[bytes]
    created_at: Named[int] = Column(Instant, server_default=func.now())


dailies = Table(
    "dailies",
    metadata,
    DailyColumns,
    CheckConstraint("octet_length(server_seed) = 32", name="server_seed"),
)
