"""Quotas in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.quota import Policy, Quota
    from tests.fakes.memory import Memory


class FakeLimits:
    """The port `Limits`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def charge(self, policy: Policy, whom: str, cost: int = 1) -> Quota:
        return self._memory.charge(policy, whom, cost)
