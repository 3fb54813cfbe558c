"""Exact odds, as rationals: of a game as it stands, and of all deals.

Until the last card of the locking rank, every flip is a uniformly random unseen card, whichever pile it comes
from. So the k-th and last of them is equally likely to lie at any place of the k-subsets of n cards, which gives
the closed forms below (k = 4 decks, n = 52 decks).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from service.game.game import Ending

if TYPE_CHECKING:
    from service.game.game import Game


def win_probability(game: Game) -> Fraction:
    """P(win | what has been seen): unseen cards of the locking rank / unseen cards; 1 or 0 once it is over."""
    if game.outcome is not None:
        return Fraction(game.outcome.ending is Ending.WON)
    return Fraction(4 * game.rules.decks - game.locking_seen, game.hidden)


def flips_probability(flips: int, decks: int = 1) -> Fraction:
    """P(the chain locks on this flip) = C(flips - 1, k - 1) / C(n, k)."""
    k = 4 * decks
    return Fraction(comb(flips - 1, k - 1), comb(52 * decks, k))


def mean_flips(decks: int = 1) -> Fraction:
    """The expected flips of a game, k (n + 1) / (k + 1): 212/5 with one deck."""
    k = 4 * decks
    return Fraction(k * (52 * decks + 1), k + 1)


def luck(flips: int, decks: int = 1) -> Fraction:
    """The mid-rank percentile (0 to 100) of a deal that locks on this flip, among all deals."""
    k = 4 * decks
    return Fraction(100 * (2 * comb(flips - 1, k) + comb(flips - 1, k - 1)), 2 * comb(52 * decks, k))
