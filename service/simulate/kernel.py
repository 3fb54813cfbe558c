"""Play-outs as machine code: a shuffled deck in, its fate out, by the rules alone and no formula.

A deck lies here as it is dealt one card at a time: the card of pile `p` (0 to 12) and level `l` (0 is the finale) is
`deck[13 l + p]`, a number from 0 (ace) to 12 (king), which is also its home. Of a pile with `n` cards face down, the
top is at `13 (n - 1) + p`; `heights[p]` is `13 n + p`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulate.compiled import compiled
from service.simulate.generator import Deck, Words, shuffle

if TYPE_CHECKING:
    from service.simulate.terms import Terms

Counts = NDArray[np.int64]
Heights = NDArray[np.int64]

PILES = 13
CENTRE = 12


class Fate(NamedTuple):
    """What became of a deal."""

    flips: int
    """The flips counter at the end."""
    locked: int
    """The flips counter at the first lock, which the last card brings if none came before."""
    restarts: int


@compiled
def play(deck: Deck, heights: Heights, terms: Terms) -> Fate:
    """Play a deck to its end; a reprieve swaps two cards in it."""
    flips, locked, restarts, reprieves = 0, 0, 0, terms.reprieves
    pile, at = terms.opening, 0
    for number in range(PILES):
        heights[number] = deck.size + number
    while True:
        if terms.forks:
            pile, at, flips = _run_with_forks(deck, heights, pile, flips, terms.opposite)
        else:
            pile, at, flips = _run(deck, heights, pile, flips)
        if locked == 0:
            locked = flips
        if flips == deck.size:
            return Fate(flips, locked, restarts)
        if terms.restarts:
            pile = _lowest(heights)
            restarts += 1
        elif reprieves > 0:
            finale = _fullest(heights)
            deck[at], deck[finale] = deck[finale], deck[at]
            pile = int(np.int64(deck[at]))
            reprieves -= 1
        else:
            return Fate(flips, locked, restarts)


@compiled
def _run(deck: Deck, heights: Heights, pile: int, flips: int) -> tuple[int, int, int]:
    """Flip until a pile is asked that has none: that pile, where the last card lay, and the flips counter."""
    at = 0
    while heights[pile] >= PILES:
        at = heights[pile] - PILES
        heights[pile] = at
        pile = int(np.int64(deck[at]))
        flips += 1
    return pile, at, flips


@compiled
def _run_with_forks(deck: Deck, heights: Heights, pile: int, flips: int, opposite: bool) -> tuple[int, int, int]:
    """As `_run`, where a shuttle at an hour lets the player choose, and an empty hour passes the question on."""
    at = 0
    while heights[pile] >= PILES:
        at = heights[pile] - PILES
        heights[pile] = at
        home = int(np.int64(deck[at]))
        flips += 1
        across = (home + 6) % CENTRE
        if opposite and home == pile and home != CENTRE and min(heights[home], heights[across]) >= PILES:
            home = across
        while home != CENTRE and heights[home] < PILES:
            home = (home + 1) % CENTRE
        pile = home
    return pile, at, flips


@compiled
def _lowest(heights: Heights) -> int:
    """The lowest-numbered pile that has face-down cards."""
    pile = 0
    while heights[pile] < PILES:
        pile += 1
    return pile


@compiled
def _fullest(heights: Heights) -> int:
    """The pile with most face-down cards, the lowest-numbered of several; also where its finale lies."""
    best = 0
    for pile in range(1, PILES):
        if heights[pile] // PILES > heights[best] // PILES:
            best = pile
    return best


@compiled
def play_out(
    deck: Deck, state: Words, terms: Terms, deals: int, flips: Counts, locked: Counts, restarts: Counts
) -> None:
    """Shuffle and play `deals` times, and count every flips counter, first lock and number of restarts."""
    heights = np.empty(PILES, np.int64)
    for _ in range(deals):
        shuffle(deck, state)
        fate = play(deck, heights, terms)
        flips[fate.flips] += 1
        locked[fate.locked] += 1
        restarts[fate.restarts] += 1
