"""Shapes of words for screen readers, and for whatever else the API has a code for."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.base import Answered
from service.api.schemas.content import ToldSchema, text_field
from service.api.schemas.values import CARD, pile_number
from service.game.cards import RANKS


class LabelSchema(Answered):
    """A code of the API in words."""

    code = text_field("As the API has it.")
    label = text_field("In words.")


class LessonSchema(LabelSchema):
    """A code of the coach in words."""

    text = text_field("What is right instead, whatever the card.")


class CardLabelSchema(Answered):
    """A card in words."""

    card = fields.String(required=True, metadata=CARD | {"description": "The card's code."})
    label = text_field("The card in words.")


class PileLabelSchema(Answered):
    """A pile in words."""

    pile = pile_number("The pile.")
    rank = text_field("The rank whose home it is.", validate=validate.OneOf(list(RANKS)))
    label = text_field("Its name.")
    position = text_field("Where it lies on the dial.")
    numeral = fields.String(
        required=True, allow_none=True, metadata={"description": "The hour in Roman numerals; null for the centre."}
    )


class LabelsSchema(ToldSchema):
    """Words for everything that a screen reader may come across."""

    cards = fields.List(fields.Nested(CardLabelSchema), required=True)
    piles = fields.List(fields.Nested(PileLabelSchema), required=True)
    statuses = fields.List(fields.Nested(LabelSchema), required=True)
    moves = fields.List(fields.Nested(LabelSchema), required=True)
    outcomes = fields.List(fields.Nested(LabelSchema), required=True)
    coach = fields.List(
        fields.Nested(LessonSchema),
        required=True,
        metadata={"description": "What the coach's `code` means, to be shown in place of its `why`."},
    )
    pile_state = text_field(
        "A pile with its cards: a template with the places `{pile}`, `{face_down}` and `{face_up}` to be filled in."
    )
