"""The finales: the deepest cards of the piles, and where they lead.

Each pile is left for the last time by its finale, so a chain that turns up every card ends along these last ways.
Therefore a forced deal is won (under restarts: needs none) exactly when from every pile, following finale after
finale to its home leads to the opening pile; whichever way it is dealt, and with two decks, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.deal import PILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.game.cards import Card
    from service.game.deal import Deal
    from service.game.rules import Rules


def finales(deal: Deal, rules: Rules) -> dict[int, Card]:
    """The card dealt first to each pile, which is flipped last."""
    return {number: pile[0] for number, pile in zip(PILES, deal.piles(rules.dealing), strict=True)}


def reaching(dealt: Mapping[int, Card], opening: int) -> set[int]:
    """The piles from which these finales lead to the opening pile, sooner or later; it is one of them itself."""
    reached, before = {opening}, 0
    while before < len(reached):
        before = len(reached)
        reached |= {pile for pile, finale in dealt.items() if finale.home in reached}
    return reached


def all_reach_opening(deal: Deal, rules: Rules) -> bool:
    """Whether the finales lead from every pile to the opening one."""
    return len(reaching(finales(deal, rules), rules.opening_pile)) == len(PILES)
