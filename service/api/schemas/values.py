"""Fields that many shapes share."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag, Id, Several, Whole
from service.game.rules import MOST_CARDS

CARD = {"pattern": "^[A2-9TJQK][SHDC]$", "example": "7H"}
CARD_SENT = {"pattern": "^[A2-9TJQKatjqk][SHDCshdc]$", "example": "7H"}
"""What comes in may be in lower case."""
HEX_32_BYTES = "^[0-9a-f]{64}$"


def is_bot() -> Flag:
    """Whether a player is a program."""
    return Flag(required=True, metadata={"description": "Whether the player is a program, as its account says."})


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


def cleared() -> fields.Boolean:
    """Whether a row of a board stands for a cleared dial."""
    described = "On the board `daily`, whether the dial was cleared: these stand before all others. Else null."
    return fields.Boolean(required=True, allow_none=True, metadata={"description": described})


def proven_game(which: str) -> Id:
    """A recorded game by its id."""
    described = (
        f"{which}. Anyone may fetch its proof; that of a daily deal from the moment at which its day closes. Where "
        "operators have put the game's month away, the proof answers 410 `no-longer-kept`, and all else here stays."
    )
    return Id(required=True, metadata={"description": described})


def whole(description: str) -> Whole:
    """An integer that is always there."""
    return Whole(required=True, metadata={"description": description})
