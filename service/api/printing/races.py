"""Printing races, what happens in them, and tickets for those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant
from service.play.identity import race_game_id

if TYPE_CHECKING:
    from service.play.race import Race, Seat
    from service.play.race_events import RaceEvent
    from service.play.tickets import Ticket

_DEALT = ("countdown", "running")
"""While a race is so, its games exist and are each their racer's own business."""


def print_race(race: Race, now: int, viewer: str | None = None) -> dict[str, Any]:
    """A race as of this instant, as the player `viewer` may see it, or as everyone may."""
    terms, seated = race.terms, viewer is not None and race.seats_player(viewer)
    places = race.places or {}
    return {
        "id": race.id,
        "status": race.status,
        "capacity": terms.capacity,
        "variant": terms.variant,
        "decks": terms.decks,
        "errors": terms.errors,
        "penalty_ms": terms.penalty_ms,
        "time_limit_s": terms.time_limit_s,
        "visibility": terms.visibility,
        "start": terms.start,
        "join_code": race.join_code if seated else None,
        "host": race.host,
        "commitments": list(race.commitments),
        "created_at": print_instant(race.created_at),
        "starts_at": _perhaps(race.starts_at),
        "ends_at": _perhaps(race.ends_at),
        "ended_at": _perhaps(race.ended_at),
        "server_now": print_instant(now),
        "seq": race.seq,
        "rematch_id": race.rematch_id if seated else None,
        "entries": [_entry(race, seat, places.get(seat.number), viewer) for seat in race.seats],
    }


def print_event(event: RaceEvent) -> dict[str, Any]:
    """Something that happened: the same for everyone, and whenever it is told."""
    told: dict[str, Any] = {"seq": event.seq, "event": event.kind, "server_time": print_instant(event.at)}
    return told | {name: print_instant(fact) if name.endswith("_at") else fact for name, fact in event.facts.items()}


def print_ticket(ticket: Ticket) -> dict[str, Any]:
    """A ticket for its owner."""
    return {"ticket": ticket.text, "expires_at": print_instant(ticket.expires_at)}


def _entry(race: Race, seat: Seat, place: int | None, viewer: str | None) -> dict[str, Any]:
    progress = seat.progress
    return {
        "seat": seat.number,
        "player": _player(seat.player_id, seat.display_name, bot=seat.bot),
        "ready": seat.ready,
        "client_seed": seat.client_seed if race.status == "finished" else None,
        "state": _state(race, seat),
        "game_id": _game(race, seat, viewer),
        "revealed": progress.revealed if progress else 0,
        "errors": progress.errors if progress else 0,
        "time_ms": progress.time_ms if progress else None,
        "place": place,
    }


def _player(player_id: str, name: str, *, bot: bool) -> dict[str, Any]:
    return {"id": player_id, "display_name": name, "bot": bot}


def _state(race: Race, seat: Seat) -> str:
    if seat.progress is not None:
        return str(seat.progress.state)
    return "ready" if seat.ready or race.status == "countdown" else "waiting"


def _game(race: Race, seat: Seat, viewer: str | None) -> str | None:
    shown = race.status == "finished" or (race.status in _DEALT and seat.player_id == viewer)
    return race_game_id(race.id, seat.number) if shown else None


def _perhaps(millis: int | None) -> str | None:
    return None if millis is None else print_instant(millis)
