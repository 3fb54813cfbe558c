"""The counts by which places are exact at any size.

Level 0 counts the players of every single order. Where a board has many different orders, level 1 counts those in
each of its buckets, and levels 2 and 3 those in as many buckets of the level before as `SPREAD` says. So a place adds
up few numbers, however far the orders spread: the better buckets of level 3, then those of level 2 within one's own,
of level 1 within one's own of these, and the better orders within one's own of those.

Buckets of 32 ms make these 8 seconds and 35 minutes wide. The seven days that a game may take are 289 of the latter,
so a place of `fastest_clear` adds up at most 288 + 255 + 255 + 31 numbers.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.boards import Board

SPREAD = 256
"""A power of two, as the widths of buckets are, by which doubles divide without error."""

EVERYONE = 4
"""The level whose one row, of bucket 0, counts a whole list: it changes only when somebody joins or leaves that."""


def levels_of(board: Board, order: float) -> tuple[tuple[int, float], ...]:
    """Where an order is counted: each level, and the bucket there."""
    fine = board.bucket_of(order)
    ends = (0, float(order)), (EVERYONE, 0.0)
    if fine is None:
        return ends
    coarse = float(floor(fine / SPREAD))
    return (*ends, (1, fine), (2, coarse), (3, float(floor(coarse / SPREAD))))
