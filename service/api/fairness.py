"""The running audit of all ranked deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import fairness as examples
from service.api.printing.fairness import print_fairness
from service.api.schemas.fairness import FairnessSchema

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("fairness", "All ranked deals beside the exact odds.", "/v1/fairness")


@blueprint.operation("GET", "")
@blueprint.public()
@blueprint.answers(
    200,
    FairnessSchema(),
    ("After a thousand deals", examples.FAIRNESS),
    description="Counts, rates and tests.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
def show_fairness() -> Response:
    """Fetch what all ranked deals that have ended come to.

    Each counts by the fate of its deal, the first lock that it has in it, whatever its player made of it: that the
    service deals fairly can be seen without trusting how well people play. A game that is given up counts like any
    other, and a daily deal once.
    """
    return answers.shared(print_fairness(service().statistics.fairness()))
