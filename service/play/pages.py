"""Walking through a list, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")

Key = tuple[int, str]
"""Where a row stands in a list: an instant in milliseconds, then the id. No two rows share one."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some rows of a list, and the key after which the next page begins (None at the end)."""

    items: tuple[Item, ...]
    next: Key | None
