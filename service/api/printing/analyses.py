"""Printing everything about a deal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from service.api.printing.results import print_ledger
from service.api.printing.values import print_fraction
from service.game.decisions import Fork
from service.game.ledger import shuttles
from service.game.odds import luck
from service.game.rules import variant_of

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.analysis import Analysis, Way
    from service.game.chain import Flip
    from service.game.decisions import Decision


def print_analysis(found: Analysis) -> dict[str, Any]:
    """Everything about a deal."""
    game = found.game
    return {
        "variant": variant_of(game.rules),
        "rules": game.rules.options,
        "outcome": game.status,
        "flips": game.flips,
        "hidden": game.hidden,
        "first_lock": found.first_lock,
        "restarts": game.restarts,
        "shuttles": shuttles(game),
        "luck": float(luck(found.first_lock, game.rules.decks)),
        "chain": [_flip(flip, win) for flip, win in zip(game.revealed, found.odds, strict=True)],
        "decisions": [
            _decision(decision, at) for decision, at in zip(game.decisions, game.chain.decided_at, strict=True)
        ],
        "runs": [asdict(run) for run in found.runs],
        "finales": [_way(way) for way in found.ways],
        "all_reach_opening": all(way.reaches_opening for way in found.ways),
        "ledger": print_ledger(found.ledger),
    }


def _flip(flip: Flip, win: Fraction) -> dict[str, Any]:
    return {
        "from": flip.pile,
        "card": flip.card.code,
        "kind": flip.kind,
        "depth": flip.depth,
        "win": print_fraction(win),
    }


def _decision(decision: Decision, after: int) -> dict[str, Any]:
    kind = "fork" if isinstance(decision, Fork) else "reprieve"
    return {"kind": kind, "after": after} | asdict(decision)


def _way(way: Way) -> dict[str, Any]:
    return {
        "pile": way.pile,
        "finale": way.finale.code,
        "leads_to": way.finale.home,
        "reaches_opening": way.reaches_opening,
    }
