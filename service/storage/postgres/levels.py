"""The counts by which places are exact at any size.

Level 0 counts the players of every single order. Where a board has many different orders, level 1 counts those in
each of its buckets, and level 2 those in as many buckets as `SPREAD` says. So a place adds up few numbers: the better
buckets of level 2, then those of level 1 within one's own, then the better orders within one's own of these.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.boards import Board

SPREAD = 32
"""A power of two, as the widths of buckets are, by which doubles divide without error."""


def levels_of(board: Board, order: float) -> tuple[tuple[int, float], ...]:
    """Where an order is counted: each level, and the bucket there."""
    bucket = board.bucket_of(order)
    if bucket is None:
        return ((0, float(order)),)
    return (0, float(order)), (1, bucket), (2, float(floor(bucket / SPREAD)))
