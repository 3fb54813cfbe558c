"""Shapes of what a deal can be checked with."""

from __future__ import annotations

from marshmallow import fields

from service.api.fields import Id, Instant
from service.api.schemas.base import Answered
from service.api.schemas.rules import RulesSchema
from service.api.schemas.values import CARD, HEX_32_BYTES
from service.api.shuffling import SHUFFLE

DECISION = r"^(d|f(1[0-2]|[1-9])|r(1[0-3]|[1-9])\.[1-8])$"


class CommitmentSchema(Answered):
    """A promise of a server seed."""

    id = Id(required=True, metadata={"description": "What to name in the deal."})
    commitment = fields.String(
        required=True, metadata={"description": "SHA-256 of the server seed, in hex.", "pattern": HEX_32_BYTES}
    )
    expires_at = Instant(required=True, metadata={"description": "Until when it waits for its deal."})


class ProofSchema(Answered):
    """What an ended game's deal can be checked with."""

    server_seed = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The service's 32 bytes, in hex; null for custom and imported deals.",
            "pattern": HEX_32_BYTES,
        },
    )
    client_seed = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The player's own; null for custom and imported deals."},
    )
    commitment = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "SHA-256 of the 32 bytes of the server seed, in hex; null for custom and imported deals.",
            "pattern": HEX_32_BYTES,
        },
    )
    deck = fields.List(
        fields.String(metadata=CARD),
        required=True,
        metadata={
            "description": "The cards in deal order. Of an imported game a deal that fits: the order in which cards "
            "came before the import is made up."
        },
    )
    decisions = fields.List(
        fields.String(metadata={"pattern": DECISION, "example": "r5.4"}),
        required=True,
        metadata={
            "description": "What the player decided, in order: `r5.4` took the fourth card from the top at five "
            "o'clock in exchange, `d` declined, `f11` went on at eleven o'clock. Empty where nothing was asked."
        },
    )
    rules = fields.Nested(RulesSchema, required=True)
    algorithm = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": f"How the seeds become a deck; null for custom and imported deals.\n\n{SHUFFLE}"},
    )
