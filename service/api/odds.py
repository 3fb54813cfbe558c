"""Exact odds of all deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.printing.odds import print_odds
from service.api.schemas.odds import DistributionSchema, OddsQuerySchema

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("odds", "Exact odds, as rationals.", "/v1/odds")


@blueprint.operation("GET", "")
@blueprint.public()
@blueprint.takes_query(OddsQuerySchema())
@blueprint.answers(
    200,
    DistributionSchema(),
    ("The standard game", print_odds("standard")),
    ("The perpetual game", print_odds("perpetual")),
    description="The distributions.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
def show_odds(query: dict[str, Any]) -> Response:
    """Fetch how all deals of a variant end.

    The chance of a win, of every number of cards left hidden, of every number of restarts: exact, in lowest terms,
    beside the nearest double. Numerators and denominators are integers of any size.
    """
    return answers.shared(print_odds(query["variant"]), answers.DAY)
