"""Simulations: deals played out by the hundred thousand, while the caller waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog
from flask import request

from service.api import answers, auth
from service.api.blueprint import Blueprint
from service.api.connection import closed_from_afar
from service.api.context import service
from service.api.examples import simulations as examples
from service.api.schemas.simulations import SimulationRequestSchema, SimulationSchema
from service.simulate.errors import SimulatorUnavailable
from service.simulate.order import Order

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("simulations", "Deals played out beside the exact odds.", "/v1/simulations")
_log = structlog.get_logger(component="simulations")


class Departed(SimulatorUnavailable):
    """The caller has closed the connection and will not read the answer."""


@blueprint.operation("POST", "")
@blueprint.public()
@blueprint.takes(SimulationRequestSchema(), ("Two packs of deals", examples.ORDER))
@blueprint.answers(
    200, SimulationSchema(), ("What came of them", examples.REPORT), description="Counts, rates and a test."
)
@blueprint.refuses("simulator-busy", "simulator-unavailable")
def simulate(body: dict[str, Any]) -> Response:
    """Play out deals of a variant.

    Every pack is shuffled and every card is turned; decisions are taken by the best policy. The same seed gives the
    same answer, always. Simulations have a quota of their own beside that of all requests.
    """
    auth.limits().charge(service().simulation_quota, auth.address())
    try:
        return answers.answer(service().simulations.run(Order.seeded(**body), _stop_for_nobody))
    except SimulatorUnavailable as error:
        _log.warning("no simulation", reason=str(error))
        raise


def _stop_for_nobody(_: int) -> None:
    """Give up when nobody waits for the answer any longer."""
    if closed_from_afar(request.environ)():
        raise Departed("the caller has gone")
