"""One kind of problem."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One cause of refusal: its page is `/problems/<slug>`."""

    slug: str
    status: int
    title: str
    meaning: str

    @property
    def uri(self) -> str:
        """The problem's `type`."""
        return f"/problems/{self.slug}"
