"""Fields that many shapes share."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Id, Several, Whole
from service.game.rules import MOST_CARDS

CARD = {"pattern": "^[A2-9TJQK][SHDC]$", "example": "7H"}
CARD_SENT = {"pattern": "^[A2-9TJQKatjqk][SHDCshdc]$", "example": "7H"}
"""What comes in may be in lower case."""
HEX_32_BYTES = "^[0-9a-f]{64}$"


def card_code(description: str, *, nullable: bool = False) -> fields.String:
    """A card's code."""
    return fields.String(required=True, allow_none=nullable, metadata=CARD | {"description": description})


def deck_field(description: str) -> Several:
    """The cards of a deal, which the game itself checks."""
    card = fields.String(validate=validate.Length(max=20), metadata=CARD_SENT)
    return Several(card, most=MOST_CARDS, required=True, metadata={"description": description})


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


def proven_game(which: str) -> Id:
    """A recorded game by its id."""
    described = f"{which}. Anyone may fetch its proof; that of a daily deal from the moment at which its day closes."
    return Id(required=True, metadata={"description": described})


def whole(description: str) -> Whole:
    """An integer that is always there."""
    return Whole(required=True, metadata={"description": description})
