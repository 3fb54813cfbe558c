"""Shapes of a game's rules, made from the engine's own table of options."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.fields import Whole
from service.api.schemas.base import Accepted, Answered
from service.content.languages import DEFAULT
from service.content.rulebook import why_not
from service.game.rules import OPTIONS, conflicts

_OPTION_WORDS = {
    "decks": "How many packs: two make the Big Clock, 104 cards in thirteen piles of eight.",
    "opening_pile": "The pile that the first card comes from: the centre (13) or twelve o'clock (12). The last "
    "card of its rank locks the chain.",
    "dealing": "How the cards go round the dial: one to each pile in turn, or pile by pile. The odds are the same.",
    "reprieves": "1: once, a locking card may be exchanged for a face-down card, and the chain goes on. Not together "
    "with `finales` `face_up` or `on_lock` `restart`.",
    "finales": "How the deepest card of each pile lies. `face_up`: it is shown from the start, and counts as flipped "
    "when the chain comes to it.",
    "on_lock": "What a lock with hidden cards does: it ends the game, or the chain starts again from the first pile "
    "that has cards face down, as often as it takes.",
    "fork": "`opposite`: after a shuttle at an hour you choose whether the next card comes from that hour or from "
    "the one straight across. Only with all other options standard (`dealing` is free).",
}


def option_fields(**kwargs: Any) -> dict[str, fields.Field[Any]]:
    """A field for every rule option, as the engine's own table has them."""
    made: dict[str, fields.Field[Any]] = {}
    for option, values in OPTIONS.items():
        kind = Whole if isinstance(values[0], int) else fields.String
        described = {"description": _OPTION_WORDS[option]}
        made[option] = kind(validate=validate.OneOf(values), metadata=described, **kwargs)
    return made


class Combined(Accepted):
    """Options, of which every pair that does not go together is refused."""

    @validates_schema(skip_on_field_errors=False)
    def go_together(self, data: dict[str, Any], **_: Any) -> None:
        """Every clash among those that can be read, at the first option of the pair, with the reason."""
        told: dict[str, list[str]] = {}
        for clash in conflicts(data):
            reason = why_not(clash, DEFAULT)
            told.setdefault(clash.option, []).append(f"{clash.option} {clash.refusal}: {reason}")
        if told:
            raise ValidationError(told)


RulesRequestSchema = Combined.from_dict(option_fields(), name="RulesRequestSchema")
RulesRequestSchema.__doc__ = "Rule options; those left out are the standard game's."


class ByRules(Accepted):
    """What is done by a variant's rules or by rules of one's own; the subclass has the two fields."""

    @validates_schema
    def one_set_of_rules(self, data: dict[str, Any], **_: Any) -> None:
        """A variant or rules."""
        if {"variant", "rules"} <= data.keys():
            raise ValidationError("Send variant or rules, not both.", "rules")


RulesSchema = Answered.from_dict(option_fields(required=True), name="RulesSchema")
RulesSchema.__doc__ = "All options of a game's rules."
