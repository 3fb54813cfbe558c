"""The figures in the texts, taken from the engine and written as the language writes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from service.content.languages import decimal, whole
from service.content.words import last_forms, pile_forms, rank_forms
from service.game import ledger
from service.game.distributions import distribution
from service.game.odds import flips_probability, mean_flips

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from service.game.rules import Rules


@lru_cache(maxsize=256)
def figures(rules: Rules, lang: str) -> Mapping[str, object]:
    """What may stand in a section of the rules, by the name of its place; `UnknownLanguage`."""
    decks, cards = rules.decks, rules.cards
    return {
        "cards": cards,
        "each": rules.locking_cards,
        "opening": pile_forms(rules.opening_pile, lang),
        "locker": rank_forms(rules.locking_rank, lang),
        "last": last_forms(rules.locking_rank, rules.locking_cards, lang),
        "mean": decimal(mean_flips(decks), 1, lang),
        **_chances("chance", "percent", distribution(rules).win, lang),
        **_chances("plain", "plain_percent", flips_probability(cards, decks), lang),
        **_chances("near", "near_percent", flips_probability(cards - 1, decks), lang),
        **_of_some_rules(rules, lang),
        **_points(decks, lang),
    }


def _of_some_rules(rules: Rules, lang: str) -> dict[str, object]:
    """What only rules with a reprieve, or with restarts, have."""
    fates = distribution(rules)
    found: dict[str, object] = {}
    if fates.random_card is not None:
        found |= _chances("random", "random_percent", fates.random_card, lang)
    if fates.restarts is not None:
        found["restarts"] = decimal(fates.restarts.mean, 2, lang)
    return found


def _points(decks: int, lang: str) -> dict[str, str]:
    """What the ledger counts."""
    counted = {
        "clearance": ledger.CLEARANCE * decks,
        "partial": ledger.PARTIAL,
        "unbroken": ledger.CHAIN,
        "speed": ledger.SPEED,
        "seconds": ledger.SPEED_LIMIT_S,
        "most": ledger.MOST_UNCLEARED * decks,
        "most_a_pack": ledger.MOST_UNCLEARED,
    }
    return {"master": ledger.TITLE} | {name: whole(value, lang) for name, value in counted.items()}


def _chances(name: str, percent: str, chance: Fraction, lang: str) -> dict[str, object]:
    return {name: chance, percent: decimal(100 * chance, 2, lang)}
