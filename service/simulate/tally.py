"""What was counted while playing out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals ended with which figure; only figures that occurred."""

    flips: Mapping[int, int]
    """By the flips counter at the end of the game."""
    locked: Mapping[int, int]
    """By the flips counter at the first lock."""
    restarts: Mapping[int, int]
    """By the number of restarts."""
