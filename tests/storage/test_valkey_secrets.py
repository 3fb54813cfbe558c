"""A process with the wrong secret says so instead of discarding everybody's games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.storage.valkey import LiveStore
from tests.worlds import GENEROUS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.worlds import ValkeyWorld

OLD, NEW, OTHER = b"old secret", b"new secret", b"other secret"
FOREIGN = "the games there are sealed with another SECRET_KEY"


@pytest.fixture
def live(valkey: ValkeyWorld, valkey_url: str) -> Callable[..., LiveStore]:
    valkey.redis.flushdb()
    return lambda *secrets: LiveStore.connect(
        valkey_url, secrets=secrets, policy=GENEROUS, on_discard=lambda *_: None
    )


def test_the_first_process_decides_and_others_must_know_its_secret(live: Callable[..., LiveStore]) -> None:
    assert live(OLD).problem() is None
    assert live(OLD).problem() is None
    assert live(OTHER).problem() == FOREIGN
    assert live(OTHER, NEW).problem() == FOREIGN


def test_a_secret_is_changed_in_three_rollouts(live: Callable[..., LiveStore]) -> None:
    for secrets in [(OLD,), (OLD, NEW), (OLD,), (NEW, OLD), (OLD, NEW), (NEW, OLD), (NEW,)]:
        assert live(*secrets).problem() is None
    assert live(OLD).problem() == FOREIGN
