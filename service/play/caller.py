"""Who asks, and on which conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.identity import Token
    from service.play.quota import Quota


@dataclass(frozen=True, slots=True)
class Once:
    """A request that must take effect at most once: digests of its scope and key, and of its payload."""

    scope: str
    payload: str


@dataclass(slots=True)
class Caller:
    """A signed-in request. `if_match` holds the entity tags that the caller accepts; None accepts any."""

    token: Token
    once: Once | None = None
    if_match: tuple[str, ...] | None = None
    quota: Quota | None = None
    """What the store said of the caller's quota, once it was asked."""
    replayed: bool = False
    """Whether the store found the request already done, under the same idempotency key."""
