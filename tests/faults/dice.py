"""Chance, the same in every run as far as the machine allows."""

import random


def new_dice(seed: int) -> random.Random:
    """A generator of its own for each who needs one."""
    return random.Random(seed)  # noqa: S311  nothing secret comes of it
