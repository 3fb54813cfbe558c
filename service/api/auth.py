"""Who asks: the bearer token, and the address of whoever has none."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, cast

from flask import request
from structlog.contextvars import bind_contextvars

from service.api.context import service
from service.api.notes import CHARGED
from service.play.errors import InsufficientScope, QuotaExceeded, StoreUnavailable, Unauthenticated
from service.play.identity import Token
from service.play.tickets import holder, redeem

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from service.play.caller import Caller
    from service.play.identity import Login
    from service.play.ports import Limits
    from service.play.quota import Policy, Quota
    from service.play.sessions import Scope

_IPV6_SITE_BITS = 64


class NoToken(Unauthenticated):
    """The request came without a bearer token."""


def required_token(environ: WSGIEnvironment) -> Token:
    """The token that came with the request; `NoToken`, or `Unauthenticated` for what cannot be one."""
    scheme, _, text = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() != "bearer":
        raise NoToken
    return Token.parse(text.strip())


def address() -> str:
    """Whom a request without a token is counted for: an IPv4 address, or the site of an IPv6 one."""
    text = request.remote_addr or "local"
    try:
        parsed = ip_address(text)
    except ValueError:
        return text
    if not isinstance(parsed, IPv6Address):
        return text
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed), _IPV6_SITE_BITS), strict=False))


def charge_visitor(cost: int = 1) -> None:
    """Count the request, as so many, against the caller's address; `QuotaExceeded`."""
    charged = request.environ[CHARGED] = NotedLimits(service().limits)
    visitors = service().visitors
    charged.charge(visitors, address(), min(cost, visitors.burst))


def has_ticket() -> bool:
    """Whether the request came with a ticket in the place of a token."""
    return "HTTP_AUTHORIZATION" not in request.environ and "ticket" in request.args


def ticket_holder() -> Login:
    """The login with which the ticket that came with the request was taken; `Unauthenticated`."""
    login = holder(service().tickets, request.args["ticket"])
    bind_contextvars(player_id=login.player_id)
    return login


def use_ticket() -> None:
    """Use the request's ticket up, if it came with one, now that nothing else stands in its way; `Unauthenticated`.

    A HEAD, which some clients send ahead by themselves, opens no stream and so leaves the ticket as it is.
    """
    if has_ticket() and request.method != "HEAD":
        redeem(service().tickets, request.args["ticket"])


def settle(refusal: Exception, caller: Caller | None, scope: Scope) -> None:
    """Charge a request that was refused before a store had charged it, so that no refusal is for free.

    Only now does a fault of the request cost a look at the login: whoever has none is told so first. A request
    without a login counts against its address. Raises as `Sessions.check` and `charge_visitor`.
    """
    if caller is None or isinstance(refusal, Unauthenticated):
        charge_visitor()
    elif isinstance(refusal, InsufficientScope):
        service().sessions.check(caller, "read")
    elif caller.quota is None and not isinstance(refusal, QuotaExceeded | StoreUnavailable):
        try:
            service().sessions.check(caller, scope)
        except (Unauthenticated, InsufficientScope) as nearer:
            settle(nearer, caller, scope)
            raise


class NotedLimits:
    """Limits that remember the last quota they charged, for the headers of the answer."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.quota: Quota | None = None

    def charge(self, policy: Policy, whom: str, cost: int = 1) -> Quota:
        """As the limits do."""
        self.quota = self._limits.charge(policy, whom, cost)
        return self.quota


def limits() -> NotedLimits:
    """The limits under which this request without a token was charged."""
    return cast("NotedLimits", request.environ[CHARGED])
