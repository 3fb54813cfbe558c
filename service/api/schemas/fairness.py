"""Shapes of the audit of all deals."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Answered
from service.api.schemas.games import FractionSchema
from service.api.schemas.simulations import PearsonSchema, RateSchema
from service.api.schemas.values import whole


class LockedSchema(Answered):
    """The deals whose first lock came with one and the same flip."""

    flips = whole("The number of the flip.")
    deals = whole("How many deals there were.")
    probability = fields.Nested(
        FractionSchema, required=True, metadata={"description": "The exact chance of such a deal."}
    )


class _AuditSchema(Answered):
    deals = whole("How many ranked deals have ended.")
    won = whole("How many of them had their first lock with the very last card.")
    rate = fields.Nested(
        RateSchema,
        required=True,
        allow_none=True,
        metadata={"description": "How large a part that is; null without deals."},
    )
    exact = fields.Nested(FractionSchema, required=True, metadata={"description": "How large it tends to be: 1/13."})


class VariantAuditSchema(_AuditSchema):
    """A variant's deals, by their fate."""

    variant = fields.String(required=True, metadata={"description": "The variant."})
    flips = fields.List(
        fields.Nested(LockedSchema),
        required=True,
        metadata={"description": "The deals by their first lock, beside the exact distribution."},
    )
    chi_square = fields.Nested(
        PearsonSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Whether the two look alike; null without deals."},
    )


class FairnessSchema(_AuditSchema):
    """All ranked deals that have ended, by their fate; a daily deal counts once, however many play it."""

    variants = fields.List(
        fields.Nested(VariantAuditSchema), required=True, metadata={"description": "The same by variant."}
    )
