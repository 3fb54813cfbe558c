"""Requests that must take effect at most once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.storage.valkey.keys import Keys

DIGEST_LENGTH = 32
"""How much of a digest is kept: 128 bits in hex."""


def once_of(caller: Caller, keys: Keys) -> tuple[str, str]:
    """The key of the caller's idempotency record, and the digest of the payload: empty without a request's key."""
    if caller.once is None:
        return keys.once(caller.token.player_id, ""), ""
    scope, payload = caller.once.scope[:DIGEST_LENGTH], caller.once.payload[:DIGEST_LENGTH]
    return keys.once(caller.token.player_id, scope), payload
