"""What is left under a policy."""

import pytest

from service.play.quota import Policy

POLICY = Policy("tries", burst=3, interval_ms=1_000)


@pytest.mark.parametrize(
    ("debt", "remaining", "retry", "reset"),
    [
        (0, 3, 0, 0),
        (1, 2, 1, 1),
        (1_000, 2, 1_000, 1_000),
        (2_000, 1, 1_000, 2_000),
        (2_500.5, 0, 501, 2_501),
        (3_000, 0, 1_000, 3_000),
        (3_500, 0, 1_500, 3_500),
    ],
)
def test_a_debt_leaves_so_many_requests_and_so_long_to_wait(
    debt: float, remaining: int, retry: int, reset: int
) -> None:
    quota = POLICY.quota(debt)
    assert (quota.remaining, quota.retry_ms, quota.reset_ms) == (remaining, retry, reset)
