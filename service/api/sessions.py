"""Logins and link codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers, auth
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import accounts as examples
from service.api.printing.players import print_link_code, print_session
from service.api.schemas.base import NothingSchema
from service.api.schemas.players import LinkCodeSchema, SessionSchema, SignInSchema
from service.play import sessions

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("sessions", "Sign in and out, and let a second device in.", "/v1")


@blueprint.operation("POST", "/sessions")
@blueprint.public()
@blueprint.takes(SignInSchema(), *examples.SIGN_INS)
@blueprint.answers(201, SessionSchema(), ("A login", examples.SESSION), description="A new login.")
@blueprint.refuses("bad-credentials")
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in with a secret, or with a link code.

    The login lives for 30 days after its last use. Not idempotent: an Idempotency-Key is not looked at here.
    """
    here, limits, address, scopes = service(), auth.limits(), auth.address(), frozenset(body["scopes"])
    if "link_code" in body:
        login = sessions.sign_in_with_link(here.sessions, limits, address, body["link_code"], scopes)
    else:
        login = sessions.sign_in_with_secret(
            here.sessions, here.players, limits, address, body["player_id"], body["secret"], scopes
        )
    return answers.answer(print_session(login), 201)


@blueprint.operation("DELETE", "/sessions/current")
@blueprint.signed_in("read")
@blueprint.answers(204, None, description="This login has ended.")
def sign_out(caller: Caller) -> Response:
    """End this login."""
    sessions.sign_out(service().sessions, caller)
    return answers.nothing()


@blueprint.operation("DELETE", "/sessions")
@blueprint.signed_in("play")
@blueprint.answers(204, None, description="All your logins have ended.")
def sign_out_everywhere(caller: Caller) -> Response:
    """End all your logins, this one included."""
    sessions.sign_out_everywhere(service().sessions, caller)
    return answers.nothing()


@blueprint.operation("POST", "/link-codes")
@blueprint.signed_in("play")
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(201, LinkCodeSchema(), ("A code", examples.LINK_CODE), description="A code, good once.")
def make_link_code(caller: Caller, body: dict[str, Any]) -> Response:  # noqa: ARG001  empty, and checked to be
    """Get a code with which a second device signs in.

    Good for five minutes, once. A third-party front end can use it too, and never sees the secret.
    """
    return answers.answer(print_link_code(sessions.new_link(service().sessions, caller)), 201)
