"""The tables of races that were run, as the newest migration leaves them."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Named,
    SmallInteger,
    Table,
    Text,
    TypedColumns,
    Uuid,
    func,
)

from service.play.race_terms import RaceTerms
from service.storage.postgres.tables import Instant, metadata

TERMS = tuple(term.name for term in fields(RaceTerms))
"""The columns that say on which terms a race was run."""


class RaceColumns(TypedColumns):
    """A race that was run, and on which terms."""

    id: Named[str] = Column(Uuid(as_uuid=False), primary_key=True)
    capacity: Named[int] = Column(SmallInteger)
    variant: Named[str] = Column(Text)
    decks: Named[str] = Column(Text)
    errors: Named[str] = Column(Text)
    penalty_ms: Named[int]
    time_limit_s: Named[int] = Column(SmallInteger)
    visibility: Named[str] = Column(Text)
    start: Named[str] = Column(Text)
    created_at: Named[int] = Column(Instant)
    starts_at: Named[int] = Column(Instant)
    ended_at: Named[int] = Column(Instant)
    recorded_at: Named[int] = Column(Instant, server_default=func.now())


races = Table(
    "races",
    metadata,
    RaceColumns,
    CheckConstraint("capacity BETWEEN 2 AND 64", name="capacity"),
    CheckConstraint("decks IN ('own', 'shared')", name="decks"),
    CheckConstraint("errors IN ('count', 'penalty', 'disqualify')", name="errors"),
    CheckConstraint("created_at <= starts_at AND starts_at <= ended_at", name="times"),
)


class EntryColumns(TypedColumns):
    """What came of a racer. Variant and end are the race's: races and wins are found by them."""

    race_id: Named[str] = Column(Uuid(as_uuid=False), ForeignKey("races.id", ondelete="CASCADE"), primary_key=True)
    seat: Named[int] = Column(SmallInteger, primary_key=True, autoincrement=False)
    player_id: Named[str | None] = Column(Uuid(as_uuid=False), ForeignKey("players.id", ondelete="SET NULL"))
    variant: Named[str] = Column(Text)
    ended_at: Named[int] = Column(Instant)
    game_id: Named[str] = Column(Uuid(as_uuid=False))
    state: Named[str] = Column(Text)
    place: Named[int] = Column(SmallInteger)
    time_ms: Named[int] = Column(BigInteger)
    revealed: Named[int] = Column(SmallInteger)
    errors: Named[int]
    won: Named[bool] = Column(Boolean)


race_entries = Table(
    "race_entries",
    metadata,
    EntryColumns,
    CheckConstraint("seat BETWEEN 1 AND 64 AND place BETWEEN 1 AND 64", name="seat"),
    CheckConstraint("state IN ('finished', 'locked', 'disqualified', 'forfeited', 'timed_out')", name="state"),
    CheckConstraint("time_ms >= 0 AND revealed >= 0 AND errors >= 0", name="figures"),
    CheckConstraint("NOT won OR (place = 1 AND state IN ('finished', 'locked'))", name="won"),
    Index(None, "player_id", "ended_at", "race_id"),
    Index("ix_race_entries_wins", "player_id", "variant", "ended_at", "game_id", postgresql_where="won"),
)
