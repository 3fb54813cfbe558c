"""How often something may be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True, slots=True)
class Policy:
    """`burst` requests at once, and one more every `interval_ms` after that."""

    name: str
    burst: int
    interval_ms: float

    def quota(self, debt_ms: float) -> Quota:
        """What is left while the requests made so far take another `debt_ms` to be earned back."""
        free = self.burst * self.interval_ms - debt_ms
        remaining = max(0, int(free // self.interval_ms))
        missing = (remaining + 1) * self.interval_ms - free if remaining < self.burst else 0
        return Quota(self, remaining, ceil(missing), ceil(debt_ms))


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left under a policy: `remaining` requests now, one more after `retry_ms`, all after `reset_ms`."""

    policy: Policy
    remaining: int
    retry_ms: int
    reset_ms: int
