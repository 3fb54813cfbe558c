"""The kernel of simulations, timed in this very process."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from service.game.rules import VARIANTS
from service.simulate.generator import seeded
from service.simulate.kernel import play_out
from service.simulate.terms import terms_of


class Kernel:
    """The play-out of a variant, compiled."""

    def __init__(self, variant: str) -> None:
        self._rules = VARIANTS[variant]
        self._flips = np.zeros(0, np.int64)
        self.seconds(1, 0)

    def seconds(self, deals: int, seed: int) -> float:
        """How long so many deals take."""
        deck = np.array([place % 13 for place in range(self._rules.cards)], np.uint8)
        state, counts = seeded(seed), np.zeros((3, self._rules.cards + 1), np.int64)
        self._flips = counts[0]
        start = perf_counter()
        play_out(deck, state, terms_of(self._rules), deals, counts[0], counts[1], counts[2])
        return perf_counter() - start

    def found(self) -> tuple[int, int]:
        """Wins and the sum of all flips, of the last deals."""
        return int(self._flips[-1]), int((self._flips * np.arange(self._flips.size)).sum())
