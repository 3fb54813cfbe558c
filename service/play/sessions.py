"""Signing in and out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING, Literal

from service.play.errors import BadCredentials, PlayerNotFound
from service.play.identity import Token, partition_of, secret_digest
from service.play.quota import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.play.ports import Limits, Players, Sessions

Scope = Literal["play", "read"]
ALL_SCOPES: frozenset[Scope] = frozenset(("play", "read"))
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

    def player() -> str:
        try:
            known = players.secret_digest(player_id)
        except PlayerNotFound:
            raise BadCredentials from None
        if not compare_digest(known, secret_digest(secret)):
            raise BadCredentials
        return player_id

    return sessions.open(Token.new(_guarded(limits, address, player)), scopes)


def sign_in_with_link(
    sessions: Sessions, limits: Limits, address: str, code: str, scopes: frozenset[Scope]
) -> Session:
    """A new login for the player who made the link code, which is used up; errors as for a secret."""
    player_id = _guarded(limits, address, lambda: sessions.take_link(_normal(code)))
    return sessions.open(Token.new(player_id), scopes)


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


def _guarded(limits: Limits, address: str, prove: Callable[[], str]) -> str:
    limits.charge(FAILURES, address, cost=0)
    try:
        return prove()
    except BadCredentials:
        limits.charge(FAILURES, address)
        raise


def _normal(code: str) -> str:
    letters = code.upper().replace("-", "").replace(" ", "")
    if len(letters) != 2 + _CODE_RANDOM_LETTERS or not set(letters) <= set(_CODE_LETTERS):
        raise BadCredentials
    return letters
