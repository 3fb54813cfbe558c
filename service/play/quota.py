"""How often something may be asked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """`burst` requests at once, and one more every `interval_ms` after that."""

    name: str
    burst: int
    interval_ms: float


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left under a policy: `remaining` requests now, one more after `retry_ms`, all after `reset_ms`."""

    policy: Policy
    remaining: int
    retry_ms: int
    reset_ms: int
