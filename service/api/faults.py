"""Faults of a request, as its problem lists them: where, and what in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.errors import InvalidDeal


def deck_faults(error: InvalidDeal, deck: str) -> Iterator[tuple[str, str]]:
    """All that is wrong with a list of cards that the body has at this pointer."""
    for fault in error.faults:
        yield deck if fault.index is None else f"{deck}/{fault.index}", sentence(fault.detail)


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."
