"""Printing what came of games."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant

if TYPE_CHECKING:
    from service.game.ledger import Ledger
    from service.play.results import RecordedResult, Result


def print_recorded_result(recorded: RecordedResult) -> dict[str, Any]:
    """One of a player's results."""
    return {
        "game_id": recorded.game_id,
        "variant": recorded.variant,
        "mode": recorded.mode,
        "deal_kind": recorded.deal_kind.value,
        "day": recorded.day and recorded.day.isoformat(),
        "created_at": print_instant(recorded.opened_at),
        "finished_at": print_instant(recorded.finished_at),
        "result": print_result(recorded.result, recorded=True),
    }


def print_result(result: Result, *, recorded: bool) -> dict[str, Any]:
    """What came of a game, and whether it has been recorded."""
    ledger = result.ledger
    return {
        "outcome": result.outcome.value,
        "flips": result.flips,
        "hidden": result.hidden,
        "locking_seen": result.locking_seen,
        "elapsed_ms": result.elapsed_ms,
        "ms_per_placement": result.ms_per_placement,
        "placement_errors": result.placement_errors,
        "shuttles": result.shuttles,
        "restarts": result.restarts,
        "longest_run": result.longest_run,
        "title": result.title,
        "luck": result.luck,
        "ledger": print_ledger(ledger) if ledger else None,
        "recorded": recorded,
    }


def print_ledger(ledger: Ledger) -> dict[str, int]:
    """The score, line by line."""
    return asdict(ledger) | {"total": ledger.total}
