"""The live store's time in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.memory import Memory


class FakeNow:
    """The port `Now`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def __call__(self) -> int:
        return self._memory.now
