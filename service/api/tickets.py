"""Tickets, for clients that cannot send a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import races as examples
from service.api.printing.races import print_ticket
from service.api.schemas.base import NothingSchema
from service.api.schemas.races import TicketSchema
from service.play import tickets

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("tickets", "One-time tickets for streams of events.", "/v1/tickets")


@blueprint.operation("POST", "")
@blueprint.signed_in("read")
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(201, TicketSchema(), ("A ticket", examples.TICKET), description="A ticket, good for one stream.")
def issue_ticket(caller: Caller, body: dict[str, Any]) -> Response:  # noqa: ARG001  empty, and checked to be
    """Get a ticket with which an EventSource opens one stream.

    Send it as `?ticket=` within a minute. An address may be logged on its way, so the token itself never goes into
    one. The ticket ends with the login that took it, and so does the stream. After a drop take a new ticket, and send
    the last event's `id` as `after`. Not idempotent: an Idempotency-Key is not looked at here.
    """
    return answers.answer(print_ticket(tickets.new_ticket(service().tickets, caller)), 201)
