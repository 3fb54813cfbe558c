"""One problem: what went wrong with a request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

RETRY_S = 2
"""How long to wait for what is away or busy just now."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong with this request: its kind, and what more there is to say."""

    slug: str
    detail: str
    extensions: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def invalid(errors: Iterable[tuple[str, str]]) -> Problem:
    """Every fault with the JSON pointer to it."""
    listed = [{"pointer": pointer, "detail": detail} for pointer, detail in errors]
    return Problem("invalid-request", "The request has faults; errors lists them.", {"errors": listed})


def retry_later(slug: str, detail: str) -> Problem:
    """For what will be otherwise soon."""
    return Problem(slug, detail, headers={"Retry-After": str(RETRY_S)})
