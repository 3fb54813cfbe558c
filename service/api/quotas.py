"""What a quota looks like in headers (draft-ietf-httpapi-ratelimit-headers-10)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.quota import Quota


def quota_headers(quota: Quota) -> dict[str, str]:
    """`RateLimit-Policy`: so many requests in a window of so many seconds; `RateLimit`: what remains of them."""
    policy = quota.policy
    window = ceil(policy.burst * policy.interval_ms / 1000)
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.burst};w={window}',
        "RateLimit": f'"{policy.name}";r={quota.remaining};t={ceil(quota.reset_ms / 1000)}',
    }
