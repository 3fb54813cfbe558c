"""What is to be simulated."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from secrets import randbelow
from typing import TYPE_CHECKING

from service.game.rules import VARIANTS

if TYPE_CHECKING:
    from service.game.rules import Rules

LARGEST_SEED = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly."""


@dataclass(frozen=True, slots=True)
class Order:
    """So many deals of a variant, shuffled from a seed of 0 to `LARGEST_SEED`; `code` and `parse` are inverse."""

    variant: str
    deals: int
    seed: int

    @staticmethod
    def seeded(variant: str, deals: int, seed: int | None = None) -> Order:
        """An order with this seed, or else a random one."""
        return Order(variant, deals, randbelow(LARGEST_SEED + 1) if seed is None else seed)

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return VARIANTS[self.variant]

    @property
    def code(self) -> bytes:
        """The order as one line."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @staticmethod
    def parse(code: bytes) -> Order:
        """The order that this line is."""
        return Order(**json.loads(code))
