"""Printing what came of races."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant

if TYPE_CHECKING:
    from service.play.race_results import RaceResult


def print_race_result(run: RaceResult) -> dict[str, Any]:
    """One of a player's races."""
    terms = run.terms
    return {
        "race_id": run.race_id,
        "variant": terms.variant,
        "capacity": terms.capacity,
        "racers": run.racers,
        "decks": terms.decks,
        "errors": terms.errors,
        "penalty_ms": terms.penalty_ms,
        "time_limit_s": terms.time_limit_s,
        "created_at": print_instant(run.created_at),
        "starts_at": print_instant(run.starts_at),
        "ended_at": print_instant(run.ended_at),
        "entry": _entry(run),
    }


def _entry(run: RaceResult) -> dict[str, Any]:
    finish = run.finish
    return {
        "seat": finish.seat,
        "state": finish.fate.value,
        "place": run.place,
        "won": run.won,
        "game_id": run.game_id,
        "revealed": finish.revealed,
        "errors": finish.errors,
        "time_ms": finish.time_ms,
    }
