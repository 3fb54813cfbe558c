"""Who may hold how many streams open in this process."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TooManyStreams(Exception):
    """A player, an address or the process has as many streams open as may be; `whose` says which of them."""

    def __init__(self, whose: str) -> None:
        super().__init__(whose)
        self.whose = whose


@dataclass(frozen=True, slots=True)
class Most:
    """How many streams there may be at once."""

    per_player: int = 20
    per_address: int = 200
    in_all: int = 5000


@dataclass(frozen=True, slots=True)
class Watcher:
    """Whom a stream is counted for. `is_gone` tells whether its connection has been closed from the other side."""

    player_id: str
    address: str
    is_gone: Callable[[], bool] = lambda: False

    def may_be(self, other: Watcher) -> bool:
        """Whether both are counted for the same player or the same address."""
        return self.player_id == other.player_id or self.address == other.address


class Places:
    """The streams that are open, counted."""

    def __init__(self, most: Most) -> None:
        self._most = most
        self._open: Counter[tuple[str, str]] = Counter()

    def bound(self, in_all: int) -> None:
        """Let there be no more than these altogether."""
        self._most = replace(self._most, in_all=min(in_all, self._most.in_all))

    def take(self, watcher: Watcher) -> None:
        """One more stream; `TooManyStreams`."""
        for (whose, who), most in self._bounds(watcher):
            if self._open[whose, who] >= most:
                raise TooManyStreams(whose)
        self._open.update(key for key, _ in self._bounds(watcher))

    def give_back(self, watcher: Watcher) -> None:
        """One less; whoever has none left is forgotten."""
        for key, _ in self._bounds(watcher):
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def _bounds(self, watcher: Watcher) -> tuple[tuple[tuple[str, str], int], ...]:
        most = self._most
        return (
            (("server", ""), most.in_all),
            (("address", watcher.address), most.per_address),
            (("player", watcher.player_id), most.per_player),
        )
