"""Shapes of daily deals."""

from __future__ import annotations

from marshmallow import fields

from service.api.fields import Instant
from service.api.schemas.base import Answered
from service.api.schemas.values import HEX_32_BYTES


class DailyDealSchema(Answered):
    """One variant's deal of a day."""

    variant = fields.String(required=True, metadata={"description": "A named variant."})
    commitment = fields.String(
        required=True,
        metadata={
            "description": "SHA-256 of the server seed, in hex: known from the day before, and never another.",
            "pattern": HEX_32_BYTES,
        },
    )
    client_seed = fields.String(
        required=True,
        metadata={"description": "A text that follows from day and variant: `daily 2026-12-24 standard`."},
    )
    server_seed = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The 32 bytes, in hex; null until `closes_at`.", "pattern": HEX_32_BYTES},
    )
    attempts = fields.Integer(
        required=True, metadata={"description": "How many games of this deal have ended and been recorded so far."}
    )
    cleared = fields.Integer(required=True, metadata={"description": "How many of them cleared the dial."})


class DailyDaySchema(Answered):
    """The deals of a UTC date."""

    day = fields.String(required=True, metadata={"description": "The UTC date.", "format": "date"})
    opens_at = Instant(required=True, metadata={"description": "From when its deals are dealt: its midnight."})
    closes_at = Instant(
        required=True,
        metadata={
            "description": "When its games end and its seeds and proofs open: one in the morning of the day after."
        },
    )
    variants = fields.List(
        fields.Nested(DailyDealSchema), required=True, metadata={"description": "A deal for each variant."}
    )


class DailySchema(DailyDaySchema):
    """Today's deals, and tomorrow's."""

    tomorrow = fields.Nested(DailyDaySchema, required=True)
