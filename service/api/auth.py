"""Who asks: the bearer token, and the address of whoever has none."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, cast

from flask import request

from service.api.notes import CHARGED
from service.play.errors import Unauthenticated
from service.play.identity import Token

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from service.play.ports import Limits
    from service.play.quota import Policy, Quota

_IPV6_SITE_BITS = 64


def bearer_token(environ: WSGIEnvironment) -> Token | None:
    """The token that came with the request, None if there was none; `Unauthenticated` if it cannot be one."""
    header: str | None = environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    return Token.parse(text.strip())


def required_token(environ: WSGIEnvironment) -> Token:
    """The token that came with the request; `Unauthenticated`."""
    token = bearer_token(environ)
    if token is None:
        raise Unauthenticated
    return token


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


class NotedLimits:
    """Limits that remember the last quota they charged, for the headers of the answer."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.quota: Quota | None = None
        self.replayed = False

    def charge(self, policy: Policy, whom: str, cost: int = 1) -> Quota:
        """As the limits do."""
        self.quota = self._limits.charge(policy, whom, cost)
        return self.quota


def limits() -> NotedLimits:
    """The limits under which this request without a token was charged."""
    return cast("NotedLimits", request.environ[CHARGED])
