"""Fields that many shapes share."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Whole

CARD = {"pattern": "^[A2-9TJQK][SHDC]$", "example": "7H"}
HEX_32_BYTES = "^[0-9a-f]{64}$"


def card_code(description: str, *, nullable: bool = False) -> fields.String:
    """A card's code."""
    return fields.String(required=True, allow_none=nullable, metadata=CARD | {"description": description})


def pile_number(description: str, *, nullable: bool = False) -> Whole:
    """A pile by its number."""
    return Whole(
        required=True,
        allow_none=nullable,
        validate=validate.Range(1, 13),
        metadata={"description": description},
    )


def pile_chosen(description: str, *, required: bool) -> Whole:
    """A pile that a player names."""
    return Whole(required=required, validate=validate.Range(1, 13), metadata={"description": description})


def whole(description: str) -> Whole:
    """An integer that is always there."""
    return Whole(required=True, metadata={"description": description})
