"""Exact odds, as rationals: of a game as it stands, and of the first lock of all deals.

Until the last card of the locking rank, every flip is a uniformly random unseen card, whichever pile it comes
from. So the k-th and last of them is equally likely to lie at any place of the k-subsets of n cards, which gives
the closed forms below (k = 4 decks, n = 52 decks). `service.game.reprieves` has what a reprieve adds, and
`service.game.distributions` how whole games end.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from service.game.deal import PILES
from service.game.finales import all_reach_opening
from service.game.game import Ending
from service.game.reprieves import win_after_exchange, win_at_lock, win_before_lock

if TYPE_CHECKING:
    from service.game.decisions import Choice
    from service.game.game import Game


def win_probability(game: Game) -> Fraction:
    """P(win | what has been seen), the player deciding as well as can be; 1 or 0 once it is over.

    Where the chain restarts, a win is a game without a restart. Nothing that is face down goes into it: only the
    cards seen, the decisions made, and the finales where they were dealt face up.
    """
    outcome = game.outcome
    if outcome is not None and outcome.ending is Ending.ABANDONED:
        return Fraction(0)
    if not game.hidden:
        return Fraction(not game.restarts)
    if outcome is not None:
        return Fraction(0)
    if game.rules.finales == "face_up":
        return Fraction(all_reach_opening(game.deal, game.rules))
    if game.rules.reprieves:
        return _with_reprieve(game)
    return Fraction(game.rules.locking_cards - game.locking_seen, game.hidden)


def choice_odds(game: Game) -> list[tuple[Choice, Fraction]]:
    """P(win) after each way to decide, best first; empty while the game waits for no decision.

    Burying the locking card at the bottom of a pile with n of the u hidden cards wins with chance n / u. Anywhere
    else a card below it stays hidden for good. All ways on from a fork are equal.
    """
    choices = game.choices or ()
    if game.chain.question == "fork":
        return [(choice, win_probability(game)) for choice in choices]
    sizes = Counter(choice.pile for choice in choices)
    odds = [
        (choice, Fraction(sizes[choice.pile] if choice.depth == sizes[choice.pile] else 0, game.hidden))
        for choice in choices
    ]
    return sorted(odds, key=lambda way: -way[1])


def _with_reprieve(game: Game) -> Fraction:
    """The locking card may be exchanged once; `game` is not over, and has cards face down."""
    unseen = game.rules.locking_cards - game.locking_seen
    counts = _unseen_others(game)
    if any(flip.kind == "reprieve" for flip in game.revealed):
        pile, is_finale = _burial(game)
        return win_after_exchange(counts[pile], sum(counts.values())) if is_finale else Fraction(0)
    others = tuple(sorted(counts.values()))
    return win_before_lock(others, unseen) if unseen else win_at_lock(others)


def _unseen_others(game: Game) -> dict[int, int]:
    """For each pile but the opening one, how many cards of its rank are unseen."""
    seen = Counter(flip.card.home for flip in game.seen)
    each = game.rules.locking_cards
    return {pile: each - seen[pile] for pile in PILES if pile != game.rules.opening_pile}


def _burial(game: Game) -> tuple[int, bool]:
    """The pile that the locking card was exchanged into, and whether it lies at the bottom of it."""
    at = next(index for index, flip in enumerate(game.revealed) if flip.kind == "reprieve")
    taken = game.revealed[at]
    above = sum(flip.pile == taken.pile for flip in game.revealed[:at])
    return taken.pile, above + taken.depth == game.rules.locking_cards


def flips_probability(flips: int, decks: int = 1) -> Fraction:
    """P(the chain first locks on this flip) = C(flips - 1, k - 1) / C(n, k)."""
    k = 4 * decks
    return Fraction(comb(flips - 1, k - 1), comb(52 * decks, k))


def mean_flips(decks: int = 1) -> Fraction:
    """The expected flips to the first lock, k (n + 1) / (k + 1): 212/5 with one deck."""
    k = 4 * decks
    return Fraction(k * (52 * decks + 1), k + 1)


@cache
def luck(flips: int, decks: int = 1) -> Fraction:
    """The mid-rank percentile (0 to 100) of a deal that first locks on this flip, among all deals."""
    k = 4 * decks
    return Fraction(100 * (2 * comb(flips - 1, k) + comb(flips - 1, k - 1)), 2 * comb(52 * decks, k))
