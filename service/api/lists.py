"""Pages of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from service.api.context import service

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.api.cursors import Walk
    from service.play.pages import Item, Key, Page


def start(walk: Walk, cursor: str | None) -> Key | None:
    """After which row a page begins; `InvalidRequest` for a cursor of anything but this walk."""
    return None if cursor is None else cast("Key", service().cursors.read(walk, cursor))


def page(walk: Walk, rows: Page[Item], print_row: Callable[[Item], dict[str, Any]]) -> dict[str, Any]:
    """The rows, and the cursor of the next page."""
    following = None if rows.next is None else service().cursors.write(walk, rows.next)
    return {"items": [print_row(row) for row in rows.items], "next": following}
