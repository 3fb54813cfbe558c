"""Printing how all deals of a variant end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_fraction
from service.game.distributions import distribution
from service.game.odds import flips_probability, luck
from service.game.rules import VARIANTS

if TYPE_CHECKING:
    from service.game.distributions import Distribution


def print_odds(variant: str) -> dict[str, Any]:
    """How all deals of this variant end."""
    rules = VARIANTS[variant]
    fates = distribution(rules)
    flips, restarts = fates.flips, fates.restarts
    return {
        "variant": variant,
        "cards": rules.cards,
        "win": print_fraction(fates.win),
        "mean_flips": print_fraction(flips.mean),
        "variance_flips": print_fraction(flips.variance),
        "sd_flips": flips.deviation,
        "median_flips": flips.median,
        "hidden": _chances("hidden", fates.hidden),
        "restarts": _chances("restarts", restarts) if restarts else None,
        "mean_restarts": print_fraction(restarts.mean) if restarts else None,
        "sd_restarts": restarts.deviation if restarts else None,
        "median_restarts": restarts.median if restarts else None,
        "first_lock": [_first_lock(at, rules.decks) for at in range(rules.locking_cards, rules.cards + 1)],
        "random_card": None if fates.random_card is None else {"win": print_fraction(fates.random_card)},
    }


def _chances(figure: str, found: Distribution) -> list[dict[str, Any]]:
    return [{figure: count, "probability": print_fraction(chance)} for count, chance in enumerate(found.chances)]


def _first_lock(flips: int, decks: int) -> dict[str, Any]:
    chance = print_fraction(flips_probability(flips, decks))
    return {"flips": flips, "probability": chance, "luck": float(luck(flips, decks))}
