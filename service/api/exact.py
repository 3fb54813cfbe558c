"""Printing distributions and analyses, in the shape of the contract."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from service.api.render import fraction
from service.game.decisions import Fork
from service.game.distributions import distribution
from service.game.ledger import shuttles
from service.game.odds import flips_probability, luck
from service.game.rules import VARIANTS, variant_of

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.analysis import Analysis, Way
    from service.game.chain import Flip
    from service.game.decisions import Decision
    from service.game.distributions import Distribution
    from service.game.ledger import Ledger

Document = dict[str, Any]


def odds(variant: str) -> Document:
    """How all deals of this variant end."""
    rules = VARIANTS[variant]
    fates = distribution(rules)
    flips, restarts = fates.flips, fates.restarts
    return {
        "variant": variant,
        "cards": rules.cards,
        "win": fraction(fates.win),
        "mean_flips": fraction(flips.mean),
        "variance_flips": fraction(flips.variance),
        "sd_flips": flips.deviation,
        "median_flips": flips.median,
        "hidden": _chances("hidden", fates.hidden),
        "restarts": _chances("restarts", restarts) if restarts else None,
        "mean_restarts": fraction(restarts.mean) if restarts else None,
        "sd_restarts": restarts.deviation if restarts else None,
        "median_restarts": restarts.median if restarts else None,
        "first_lock": [_first_lock(at, rules.decks) for at in range(rules.locking_cards, rules.cards + 1)],
        "random_card": None if fates.random_card is None else {"win": fraction(fates.random_card)},
    }


def analysis(found: Analysis) -> Document:
    """Everything about a deal."""
    game = found.game
    return {
        "variant": variant_of(game.rules),
        "rules": asdict(game.rules),
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
        "ledger": _ledger(found.ledger),
    }


def _chances(figure: str, found: Distribution) -> list[Document]:
    return [{figure: count, "probability": fraction(chance)} for count, chance in enumerate(found.chances)]


def _first_lock(flips: int, decks: int) -> Document:
    chance = fraction(flips_probability(flips, decks))
    return {"flips": flips, "probability": chance, "luck": float(luck(flips, decks))}


def _flip(flip: Flip, win: Fraction) -> Document:
    return {
        "from": flip.pile,
        "card": flip.card.code,
        "kind": flip.kind,
        "depth": flip.depth,
        "win": fraction(win),
    }


def _decision(decision: Decision, after: int) -> Document:
    kind = "fork" if isinstance(decision, Fork) else "reprieve"
    return {"kind": kind, "after": after} | asdict(decision)


def _way(way: Way) -> Document:
    return {
        "pile": way.pile,
        "finale": way.finale.code,
        "leads_to": way.finale.home,
        "reaches_opening": way.reaches_opening,
    }


def _ledger(found: Ledger) -> Document:
    return asdict(found) | {"total": found.total}
