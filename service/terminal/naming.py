"""Whom an event of the lobby is about: events tell no more than a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.terminal.stream import Event

SEATINGS = ("joined", "ready", "left")
"""What happens to a seat in the lobby."""

_NOBODY = {"id": "", "display_name": "", "bot": False}


def named(race: dict[str, Any], event: Event) -> Event:
    """The event with the `player` whom it is about, as the race, before it or after it, names them at that seat.

    Whoever is not there any more has no name.
    """
    if event.kind not in SEATINGS or "player" in event.data:
        return event
    seated = (entry["player"] for entry in race["entries"] if entry["seat"] == event.data["seat"])
    return replace(event, data=event.data | {"player": next(seated, _NOBODY)})
