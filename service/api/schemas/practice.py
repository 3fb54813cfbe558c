"""Shapes of what learners are told: hints, and readings of finished games."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag, Whole
from service.api.schemas.base import Answered
from service.api.schemas.content import ToldSchema
from service.api.schemas.games import OddsSchema
from service.api.schemas.values import card_code, pile_number

OMENS = ("good", "mixed", "ill", "none")


class WeighedChoiceSchema(Answered):
    """One way to decide, and what it is worth."""

    pile = pile_number("The pile; null for declining.", nullable=True)
    depth = Whole(
        required=True,
        allow_none=True,
        validate=validate.Range(min=1),
        metadata={"description": "How deep in it, 1 being the top; null at a fork and for declining."},
    )
    decline = Flag(required=True, metadata={"description": "Whether this is to decline the reprieve."})
    odds = fields.Nested(OddsSchema, required=True, metadata={"description": "The exact chance of winning so."})


class HintSchema(Answered):
    """What is best done next."""

    card = card_code("The card in hand.")
    pile = pile_number("Where it goes; at a decision, the pile of the best choice.")
    why = fields.String(required=True, metadata={"description": "The reason, in words."})
    choices = fields.List(
        fields.Nested(WeighedChoiceSchema),
        required=True,
        allow_none=True,
        metadata={"description": "At a decision, every way to decide, the best first; else null."},
    )


class ReadingSchema(ToldSchema):
    """A finished game, read as a sign."""

    omen = fields.String(
        required=True,
        validate=validate.OneOf(OMENS),
        metadata={"description": "How it bodes; `none` for a game that was given up."},
    )
    text = fields.String(required=True, metadata={"description": "What it says."})
