"""Shapes of save documents. They describe; what is wrong with a document is found by `service.game.save_checks`."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag, Several
from service.api.schemas.base import Accepted, Answered
from service.api.schemas.deals import MODES
from service.api.schemas.games import OddsSchema
from service.api.schemas.rules import RulesRequestSchema
from service.api.schemas.values import CARD_SENT, pile_number, whole
from service.game.save_sketch import FORMAT


def _cards(description: str) -> Several:
    return Several(fields.String(metadata=CARD_SENT), most=8, required=True, metadata={"description": description})


class SavedPileSchema(Accepted):
    """One of the thirteen piles of a save."""

    pile = pile_number("1 to 12 are the hours, 13 is the centre.")
    face_down = _cards("From the deepest card, the finale, to the top, which is flipped next.")
    face_up = _cards("The cards set under it, in the order in which they were set.")


class SavedHandSchema(Accepted):
    """The card in hand of a save."""

    card = fields.String(required=True, metadata=CARD_SENT | {"description": "The card, not set yet."})

    class Meta(Accepted.Meta):
        """With a field whose name is a word of Python's."""

        include = {  # noqa: RUF012  marshmallow's convention
            "from": pile_number("The pile that it was flipped from: one with a set card, at first the opening pile.")
        }


class SaveSchema(Accepted):
    """A game in play with all its cards. Another shape would be another format."""

    format = fields.String(
        required=True, validate=validate.Equal(FORMAT), metadata={"description": f"Always `{FORMAT}`."}
    )
    rules = fields.Nested(
        RulesRequestSchema,
        required=True,
        metadata={"description": "Without reprieves, forks and restarts; options left out are the standard game's."},
    )
    mode = fields.String(
        required=True, validate=validate.OneOf(MODES), metadata={"description": "How the game is played."}
    )
    piles = fields.List(
        fields.Nested(SavedPileSchema),
        required=True,
        validate=validate.Length(equal=13),
        metadata={"description": "All thirteen, pile 1 first."},
    )
    hand = fields.Nested(
        SavedHandSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null once a game has ended; such a document is refused."},
    )


class CheckedSaveSchema(Answered):
    """What a save holds."""

    valid = Flag(required=True, metadata={"description": "Always true: what is no save is answered as a problem."})
    flips = whole("Cards revealed so far.")
    hidden = whole("Cards still face down.")
    locking_seen = whole("How many cards of the locking rank have been revealed.")
    odds = fields.Nested(
        OddsSchema, required=True, metadata={"description": "The chances of whoever sees what is face up."}
    )
