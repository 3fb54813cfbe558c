"""Playing on without the player: the best decisions, and where they lead."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from service.game.decisions import Exchange, Fork
from service.game.game import MOST_POSITIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.chain import Chain
    from service.game.decisions import Choice, Decision
    from service.game.game import Game
    from service.game.rules import Rules

Until = Literal["decision", "end"]
"""How far to play on."""


def best_decision(choices: Sequence[Choice]) -> Decision:
    """The decision most likely to win.

    At a reprieve, the finale of the pile with the most hidden cards, of several the first: that wins with chance
    (its hidden cards) / (all hidden cards), and no card but a finale can ever win. All ways on from a fork are equal,
    so it stays with the hour's own pile, which is named first.
    """
    if choices[0].depth is None:
        return Fork(choices[0].pile)
    hidden = Counter(choice.pile for choice in choices)
    pile, depth = max(hidden.items(), key=lambda item: (item[1], -item[0]))
    return Exchange(pile, depth)


def autoplay(game: Game, until: Until = "end") -> Game:
    """The game at its end or next decision. Raises `GameOver`, and `DecisionPending` if it may not decide."""
    if until == "decision" or game.choices is None:
        game = game.step(MOST_POSITIONS)
    while until == "end" and game.choices is not None:
        game = game.decide(best_decision(game.choices))
        if game.outcome is None and game.choices is None:
            game = game.step(MOST_POSITIONS)
    return game


def fate(game: Game) -> Game:
    """The game at its end, played on by the best decisions from where it stands, even if it was given up there."""
    if game.abandoned:
        game = type(game)(game.deal, game.rules, game.mode, game.decisions, game.cursor)
    return game if game.outcome else autoplay(game)


def first_lock(chain: Chain, rules: Rules) -> int:
    """How many flips the chain had made when the last card of the locking rank came up for the first time."""
    homes = [flip.card.home for flip in chain.flips]
    at = -1
    for _ in range(rules.locking_cards):
        at = homes.index(rules.opening_pile, at + 1)
    return at + 1
