"""Commitments: a server seed promised before the player chooses a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import games as examples
from service.api.printing.proofs import print_commitment
from service.api.schemas.base import NothingSchema
from service.api.schemas.proofs import CommitmentSchema
from service.play import commitments

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("commitments", "Promises of server seeds.", "/v1/commitments")


@blueprint.operation("POST", "")
@blueprint.signed_in("play", once=True)
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(
    201, CommitmentSchema(), ("A promise", examples.COMMITMENT), description="A commitment for your next deal."
)
def make_commitment(caller: Caller, body: dict[str, Any]) -> Response:  # noqa: ARG001  empty, and checked to be
    """Get a commitment before you choose a client seed.

    Name its `id` in the deal request. It opens one game, for you alone, within a day.
    """
    return answers.answer(print_commitment(commitments.commit(service().commitments, caller)), 201)
