"""Shapes of a game's rules, made from the engine's own table of options."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.api.fields import Whole
from service.api.schemas.base import Accepted, Answered
from service.game.rules import OPTIONS

_OPTION_WORDS = {
    "decks": "How many packs: two make the Big Clock.",
    "opening_pile": "The pile that the first card comes from; the last card of its rank ends the game.",
    "dealing": "How the cards go round the dial; the odds are the same.",
    "reprieves": "How often a lock may be put off.",
    "finales": "How the deepest card of each pile lies.",
    "on_lock": "What a lock with hidden cards does.",
    "fork": "Whether a shuttle opens a choice.",
}


def option_fields(**kwargs: Any) -> dict[str, fields.Field[Any]]:
    """A field for every rule option, as the engine's own table has them."""
    made: dict[str, fields.Field[Any]] = {}
    for option, values in OPTIONS.items():
        kind = Whole if isinstance(values[0], int) else fields.String
        described = {"description": _OPTION_WORDS[option]}
        made[option] = kind(validate=validate.OneOf(values), metadata=described, **kwargs)
    return made


RulesRequestSchema = Accepted.from_dict(option_fields(), name="RulesRequestSchema")
RulesRequestSchema.__doc__ = "Rule options; those left out are the standard game's."

RulesSchema = Answered.from_dict(option_fields(required=True), name="RulesSchema")
RulesSchema.__doc__ = "All options of a game's rules."
