"""A race as it stands after each of its events: pure, from the API's race document and its stream."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from service.terminal.stream import SNAPSHOTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.terminal.stream import Event

Race = dict[str, Any]
"""A race as the API answers it."""
Entry = dict[str, Any]

MOVES = ("progress", "mistake")
FATES = ("finished", "locked", "disqualified", "forfeited", "timed_out")


def after(race: Race, event: Event) -> Race:
    """The race once this, `named` if need be, has happened. What only its racers are shown stays as it was."""
    if event.seq is None:
        return race
    if event.kind in SNAPSHOTS:
        own = {entry["seat"]: entry["game_id"] for entry in race["entries"]}
        entries = [entry | {"game_id": entry["game_id"] or own.get(entry["seat"])} for entry in event.data["entries"]]
        return race | event.data | {"entries": entries, "join_code": race["join_code"]}
    return race | _change(race, event.kind, event.data) | {"seq": event.seq}


def entry_of(race: Race, player_id: str) -> Entry | None:
    """The player's seat, if they have one."""
    return next((entry for entry in race["entries"] if entry["player"]["id"] == player_id), None)


def is_over(race: Race) -> bool:
    """Whether nothing happens in it any more."""
    return race["status"] in ("finished", "cancelled")


def may_start(race: Race) -> bool:
    """Whether its host can start it."""
    others = [entry for entry in race["entries"] if entry["seat"] != race["host"]]
    return race["status"] == "open" and bool(others) and all(entry["ready"] for entry in others)


def _change(race: Race, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    if kind in _CHANGES:
        return _CHANGES[kind](race, data)
    return _run(race, kind, data) if kind in (*MOVES, *FATES) else {}


def _run(race: Race, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    state = {"state": kind, "time_ms": data["time_ms"]} if kind in FATES else {}
    return {"entries": _seated(race, data["seat"], state | {name: data[name] for name in ("revealed", "errors")})}


def _seat(data: dict[str, Any]) -> Entry:
    before = {"ready": False, "client_seed": None, "state": "waiting", "game_id": None, "revealed": 0, "errors": 0}
    return {"seat": data["seat"], "player": data["player"], **before, "time_ms": None, "place": None}


def _seated(race: Race, seat: int, changes: dict[str, Any]) -> list[Entry]:
    return [entry | changes if entry["seat"] == seat else entry for entry in race["entries"]]


def _without(race: Race, seat: int) -> list[Entry]:
    return [entry for entry in race["entries"] if entry["seat"] != seat]


def _started(race: Race, _: dict[str, Any]) -> dict[str, Any]:
    return {"status": "running", "entries": [entry | {"state": "racing", "revealed": 1} for entry in race["entries"]]}


def _over(race: Race, data: dict[str, Any]) -> dict[str, Any]:
    places = {one["seat"]: one["place"] for one in data["places"]}
    entries = [entry | {"place": places.get(entry["seat"])} for entry in race["entries"]]
    return {"status": "finished", "entries": entries}


_CHANGES: dict[str, Callable[[Race, dict[str, Any]], dict[str, Any]]] = {
    "joined": lambda race, data: {
        "entries": sorted([*_without(race, data["seat"]), _seat(data)], key=itemgetter("seat"))
    },
    "left": lambda race, data: {"entries": _without(race, data["seat"]), "host": data["host"]},
    "ready": lambda race, data: {"entries": _seated(race, data["seat"], {"ready": True, "state": "ready"})},
    "countdown": lambda _, data: {"status": "countdown", "starts_at": data["starts_at"], "ends_at": data["ends_at"]},
    "started": _started,
    "cancelled": lambda *_: {"status": "cancelled"},
    "over": _over,
}
