"""Cursors: where a walk through a list stands, signed, so that nobody can make one up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from itsdangerous import BadData, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode

from service.api.payload import InvalidRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

Walk = tuple[str | int | float | None, ...]
"""What is walked through: the list's name, whose it is, its filters."""


class Cursors:
    """Prints and reads cursors. The first key signs; all of them are accepted, so that keys can be changed."""

    def __init__(self, *keys: bytes) -> None:
        oldest_first: Sequence[bytes] = keys[::-1]
        self._signed = URLSafeSerializer(list(oldest_first), salt="cursor")

    def write(self, walk: Walk, key: Walk) -> str:
        """The cursor after the row with this sort key."""
        return str(self._signed.dumps([walk, key]))

    def read(self, walk: Walk, cursor: str) -> Walk:
        """The sort key in a cursor of this very walk; `InvalidRequest` for any other text."""
        try:
            walked, key = self._signed.loads(cursor)
            walked = walked if _is_printed(cursor) else None
        except BadData:
            walked, key = None, ()
        if walked != list(walk):
            raise InvalidRequest(("/cursor", "Not a cursor of this list with these filters."))
        return tuple(key)


def _is_printed(cursor: str) -> bool:
    """Whether the text is what `write` prints: the last letter of each part has bits that reading would ignore."""
    return all(base64_encode(base64_decode(part)).decode() == part for part in cursor.split("."))
