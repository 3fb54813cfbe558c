"""Signing in and out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING, Literal, get_args

from service.play.caller import Caller
from service.play.errors import BadCredentials, PlayerNotFound
from service.play.identity import Token, partition_of, secret_digest
from service.play.quota import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.ports import Limits, Players, Sessions

Scope = Literal["play", "read"]
ALL_SCOPES: frozenset[Scope] = frozenset(get_args(Scope))
"""``play`` allows everything, ``read`` only to look."""

SESSION_MS = 30 * 24 * 60 * 60 * 1000
"""How long a login lives after its last use."""
LINK_CODE_MS = 5 * 60 * 1000

FAILURES = Policy("credentials", burst=10, interval_ms=6_000)
"""Ten wrong secrets or codes in a row from one address, then ten a minute."""

_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_RANDOM_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Session:
    """A login as its owner sees it; `expires_at` in milliseconds since 1970."""

    token: Token
    scopes: frozenset[Scope]
    expires_at: int


@dataclass(frozen=True, slots=True)
class LinkCode:
    """A code that signs in a second device, once."""

    code: str
    expires_at: int


def sign_in_with_secret(
    sessions: Sessions,
    players: Players,
    limits: Limits,
    address: str,
    player_id: str,
    secret: str,
    scopes: frozenset[Scope],
) -> Session:
    """A new login for whoever knows the player's secret; `BadCredentials`, or `QuotaExceeded` after too many."""

    def is_good() -> bool:
        return compare_digest(players.secret_digest(player_id), secret_digest(secret))

    def opened() -> Session:
        try:
            if not is_good():
                raise BadCredentials
            session = sessions.open(Token.new(player_id), scopes)
            # The secret may have been replaced, or its player erased, since it was looked at. If the account goes
            # after this second look, so do the logins, for erasure ends them later still.
            if not is_good():
                sessions.close(Caller(session.token))
                raise BadCredentials
        except PlayerNotFound:
            sessions.close_all(player_id)
            raise BadCredentials from None
        return session

    return _guarded(limits, address, opened)


def sign_in_with_link(
    sessions: Sessions, limits: Limits, address: str, code: str, scopes: frozenset[Scope]
) -> Session:
    """A new login for the player who made the link code, which is used up; errors as for a secret."""
    return _guarded(limits, address, lambda: sessions.open_link(_normal(code), scopes))


def new_link(sessions: Sessions, caller: Caller) -> LinkCode:
    """A code with which a second device can sign in within five minutes."""
    partition = partition_of(caller.token.player_id).upper()
    random = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_RANDOM_LETTERS))
    return sessions.add_link(caller, partition + random)


def sign_out(sessions: Sessions, caller: Caller) -> None:
    """End the caller's login."""
    sessions.close(caller)


def sign_out_everywhere(sessions: Sessions, caller: Caller) -> None:
    """End every login of the caller's player, on every worker at once."""
    sessions.check(caller, "play")
    sessions.close_all(caller.token.player_id)


def _guarded(limits: Limits, address: str, sign_in: Callable[[], Session]) -> Session:
    limits.charge(FAILURES, address, cost=0)
    try:
        return sign_in()
    except BadCredentials:
        limits.charge(FAILURES, address)
        raise


def _normal(code: str) -> str:
    letters = code.upper().replace("-", "").replace(" ", "")
    if len(letters) != 2 + _CODE_RANDOM_LETTERS or not set(letters) <= set(_CODE_LETTERS):
        raise BadCredentials
    return letters
