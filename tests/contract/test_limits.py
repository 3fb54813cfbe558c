"""What every store of quotas must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import QuotaExceeded
from service.play.quota import Policy, Quota

if TYPE_CHECKING:
    from tests.worlds import World

MINUTES = Policy("minutes", burst=3, interval_ms=60_000)


def test_a_burst_is_allowed_and_then_one_at_a_time(world: World) -> None:
    assert [world.limits.charge(MINUTES, "here").remaining for _ in range(3)] == [2, 1, 0]
    with pytest.raises(QuotaExceeded) as refusal:
        world.limits.charge(MINUTES, "here")
    assert 50_000 < refusal.value.quota.retry_ms <= 60_000
    world.pass_time(60_000)
    assert world.limits.charge(MINUTES, "here").remaining == 0


def test_a_refused_request_costs_nothing(world: World) -> None:
    for _ in range(3):
        world.limits.charge(MINUTES, "here")
    for _ in range(3):
        with pytest.raises(QuotaExceeded):
            world.limits.charge(MINUTES, "here")
    world.pass_time(60_000)
    world.limits.charge(MINUTES, "here")


def test_asking_costs_nothing_but_is_refused_when_nothing_is_left(world: World) -> None:
    assert world.limits.charge(MINUTES, "here", cost=0) == Quota(MINUTES, 3, 0, 0)
    for _ in range(3):
        world.limits.charge(MINUTES, "here")
    with pytest.raises(QuotaExceeded):
        world.limits.charge(MINUTES, "here", cost=0)


def test_an_idle_quota_never_holds_more_than_the_burst(world: World) -> None:
    world.limits.charge(MINUTES, "here")
    world.pass_time(1_000_000)
    assert [world.limits.charge(MINUTES, "here").remaining for _ in range(3)] == [2, 1, 0]


def test_each_address_and_each_policy_has_a_quota_of_its_own(world: World) -> None:
    other = Policy("hours", burst=1, interval_ms=3_600_000)
    world.limits.charge(other, "here")
    assert world.limits.charge(MINUTES, "here").remaining == 2
    assert world.limits.charge(other, "there").remaining == 0
    with pytest.raises(QuotaExceeded):
        world.limits.charge(other, "here")


def test_a_fraction_of_a_millisecond_counts(world: World) -> None:
    quick = Policy("quick", burst=1_000, interval_ms=0.25)
    assert world.limits.charge(quick, "here", cost=400).reset_ms == 100


def test_a_clock_that_is_put_back_costs_no_more_than_the_burst(world: World) -> None:
    for _ in range(3):
        world.limits.charge(MINUTES, "here")
    world.pass_time(-3_600_000)
    with pytest.raises(QuotaExceeded) as refusal:
        world.limits.charge(MINUTES, "here")
    assert refusal.value.quota.retry_ms <= 60_000
    world.pass_time(60_000)
    assert world.limits.charge(MINUTES, "here").remaining == 0
