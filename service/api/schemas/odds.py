"""Shapes of exact distributions."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Whole
from service.api.schemas.base import Answered, Asked
from service.api.schemas.games import FractionSchema
from service.api.schemas.values import whole
from service.game.rules import VARIANTS


class OddsQuerySchema(Asked):
    """Which rules."""

    variant = fields.String(
        load_default="standard",
        validate=validate.OneOf(list(VARIANTS)),
        metadata={"description": "The rules, by name; `standard` unless given."},
    )


class HiddenChanceSchema(Answered):
    """How often so many cards stay face down."""

    hidden = whole("Cards face down.")
    probability = fields.Nested(FractionSchema, required=True)


class RestartChanceSchema(Answered):
    """How often the chain is started so many times again."""

    restarts = whole("Restarts.")
    probability = fields.Nested(FractionSchema, required=True)


class FirstLockSchema(Answered):
    """How often the first lock comes with this flip, and what luck that is."""

    flips = whole("Flips, the locking card's included.")
    probability = fields.Nested(FractionSchema, required=True)
    luck = fields.Float(
        required=True, metadata={"description": "The percentile, 0 to 100, of such a deal among all deals."}
    )


class RandomCardSchema(Answered):
    """What becomes of the best policy's odds when chance picks the card to exchange."""

    win = fields.Nested(FractionSchema, required=True, metadata={"description": "The chance of a win."})


class DistributionSchema(Answered):
    """How all deals of a variant end, exactly, decisions taken by the best policy."""

    variant = fields.String(required=True, metadata={"description": "The rules."})
    cards = whole("Cards dealt.")
    win = fields.Nested(
        FractionSchema,
        required=True,
        metadata={"description": "The chance of a win; of a perpetual game, of no restart."},
    )
    mean_flips = fields.Nested(
        FractionSchema,
        required=True,
        metadata={"description": "The expected flips to the end; of a perpetual game, to its first lock."},
    )
    variance_flips = fields.Nested(FractionSchema, required=True, metadata={"description": "Their variance."})
    sd_flips = fields.Float(required=True, metadata={"description": "Their standard deviation."})
    median_flips = whole("The least number of flips that half of all deals do not exceed.")
    hidden = fields.List(
        fields.Nested(HiddenChanceSchema),
        required=True,
        metadata={
            "description": "For every number of cards hidden at the end; of a perpetual game, at the first lock."
        },
    )
    restarts = fields.List(
        fields.Nested(RestartChanceSchema),
        required=True,
        allow_none=True,
        metadata={"description": "For every number of restarts; null under rules without them."},
    )
    mean_restarts = fields.Nested(
        FractionSchema, required=True, allow_none=True, metadata={"description": "The expected restarts, or null."}
    )
    sd_restarts = fields.Float(
        required=True, allow_none=True, metadata={"description": "Their standard deviation, or null."}
    )
    median_restarts = Whole(
        required=True,
        allow_none=True,
        metadata={"description": "The least number of restarts that half of all deals do not exceed, or null."},
    )
    first_lock = fields.List(
        fields.Nested(FirstLockSchema),
        required=True,
        metadata={"description": "For every flip with which the first lock can come, before any reprieve."},
    )
    random_card = fields.Nested(
        RandomCardSchema,
        required=True,
        allow_none=True,
        metadata={"description": "A reprieve spent on a random card; null under rules without reprieves."},
    )
