"""Printing instants and fractions."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction


def print_instant(millis: int) -> str:
    """A moment in RFC 3339, UTC, with milliseconds."""
    seconds, rest = divmod(millis, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(maxsize=4096)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19]


def print_fraction(value: Fraction) -> dict[str, Any]:
    """A rational in lowest terms, beside the nearest double."""
    numerator, denominator = value.numerator, value.denominator
    return {"numerator": numerator, "denominator": denominator, "value": numerator / denominator}
