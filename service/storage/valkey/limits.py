"""Quotas of those who are not signed in."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from service.play.errors import QuotaExceeded
from service.storage.valkey.keys import Keys
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.play.quota import Policy, Quota
    from service.storage.valkey.client import Store


class ValkeyLimits:
    """The port `Limits`. Whom it is about is kept as a digest."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def charge(self, policy: Policy, whom: str, cost: int = 1) -> Quota:
        """See the port."""
        digest = sha256(whom.encode()).hexdigest()[:32]
        key = Keys.of(digest).rate(policy.name, digest)
        terms = policy.burst, round(policy.interval_ms * 1000), cost
        allowed, debt_us = self._store.run(script("limit"), (key,), terms)
        quota = policy.quota(debt_us / 1000)
        if not allowed:
            raise QuotaExceeded(quota)
        return quota
