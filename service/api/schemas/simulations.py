"""Shapes of simulations."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Whole
from service.api.schemas.base import Accepted, Answered
from service.game.rules import VARIANTS
from service.simulate.order import LARGEST_SEED

MOST_DEALS = 1_000_000


class SimulationRequestSchema(Accepted):
    """What to play out."""

    variant = fields.String(
        load_default="standard",
        validate=validate.OneOf(list(VARIANTS)),
        metadata={"description": "The rules, by name."},
    )
    deals = Whole(
        load_default=100_000,
        validate=validate.Range(1, MOST_DEALS),
        metadata={"description": "How many deals.", "example": 1000},
    )
    seed = Whole(
        validate=validate.Range(0, LARGEST_SEED),
        metadata={
            "description": "What the shuffles start from: the same seed, the same answer. By default a random one.",
            "example": 7,
        },
    )


class RateSchema(Answered):
    """A share of all deals."""

    value = fields.Float(required=True, metadata={"description": "wins / deals."})
    low = fields.Float(required=True, metadata={"description": "Lower end of Wilson's interval for the true rate."})
    high = fields.Float(required=True, metadata={"description": "Upper end of it."})
    confidence = fields.Float(
        required=True, metadata={"description": "How often such an interval holds the true rate: 0.95."}
    )


class PearsonSchema(Answered):
    """Pearson's test of the counts against the exact distribution."""

    statistic = fields.Float(required=True, metadata={"description": "Sum of (count - expected)^2 / expected."})
    degrees_of_freedom = Whole(
        required=True,
        metadata={
            "description": "Cells less one; neighbours share one until it expects 10 deals. 0: too few deals to test."
        },
    )
    p_value = fields.Float(
        required=True, metadata={"description": "How often fair deals have a statistic this large or larger."}
    )


class ChiSquareSchema(PearsonSchema):
    """Pearson's test of one of the histograms."""

    of = fields.String(
        required=True,
        validate=validate.OneOf(["hidden", "restarts"]),
        metadata={"description": "The histogram that is tested."},
    )


class ExactSchema(Answered):
    """What the same figures tend to."""

    rate = fields.Float(required=True, metadata={"description": "The exact chance of a win, as a double."})
    mean_flips = fields.Float(required=True, metadata={"description": "The exact mean, as a double."})


def _histogram(description: str, *, allow_none: bool = False) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(),
        values=Whole(validate=validate.Range(min=1)),
        required=True,
        allow_none=allow_none,
        metadata={"description": description},
    )


class SimulationSchema(Answered):
    """What came of the deals. In perpetual games everything but `restarts` is as at the first lock."""

    variant = fields.String(required=True, metadata={"description": "The rules that were played."})
    deals = Whole(required=True, metadata={"description": "How many deals were played."})
    seed = Whole(required=True, metadata={"description": "What their shuffles started from."})
    wins = Whole(
        required=True, metadata={"description": "Deals that were won; of a perpetual game, without restart."}
    )
    rate = fields.Nested(RateSchema, required=True, metadata={"description": "The rate of wins."})
    mean_flips = fields.Float(required=True, metadata={"description": "Flips of a deal, on average."})
    flips = _histogram("How many deals ended after how many flips; only figures that occurred.")
    hidden = _histogram("How many deals ended with how many cards face down.")
    restarts = _histogram("How many deals had how many restarts; null for rules without them.", allow_none=True)
    chi_square = fields.Nested(ChiSquareSchema, required=True, metadata={"description": "The test."})
    exact = fields.Nested(ExactSchema, required=True, metadata={"description": "What the figures tend to."})
