"""Saved games: a dial that a client kept itself, and the game that goes on from it.

A save holds what lies where, and not in which order the piles grew. Any order that keeps each pile's own and ends
with a card of the pile that the card in hand came from is a chain that leads there; and what comes after depends on
the face-down cards and the card in hand alone. So a game can be made of every save whose counts are right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.deal import PILES, Deal
from service.game.dial import dial
from service.game.errors import GameOver, NotSavable
from service.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.cards import Card
    from service.game.chain import Flip
    from service.game.dial import Pile
    from service.game.game import Mode
    from service.game.rules import Rules

UNSAVABLE: dict[str, tuple[object, str]] = {
    "reprieves": (1, "the dial does not show whether the reprieve is spent"),
    "on_lock": ("restart", "the dial does not show how often the chain was started again, nor from where"),
    "fork": ("opposite", "the dial does not show which way was taken at a fork"),
}
"""By option: the value under which games cannot be saved, and why."""


@dataclass(frozen=True, slots=True)
class Save:
    """A game still in play, as its dial shows it; `service.game.save_documents` prints and parses it."""

    rules: Rules
    mode: Mode
    piles: tuple[Pile, ...]
    in_hand: Flip
    """It came to `open` where nothing is set yet, else as a `move`."""


def unsavable(rules: Rules) -> Iterator[tuple[str, str]]:
    """Each option that keeps games from being saved, and the reason."""
    for option, (value, reason) in UNSAVABLE.items():
        if getattr(rules, option) == value:
            yield option, reason


def save_of(game: Game) -> Save:
    """The game as it stands. Raises `NotSavable` for its rules, `GameOver`."""
    for option, reason in unsavable(game.rules):
        raise NotSavable(option, reason)
    if game.outcome is not None:
        raise GameOver(game.outcome)
    return Save(game.rules, game.mode, dial(game).piles, game.seen[-1])


def game_of(save: Save) -> Game:
    """A game that stands as the save does, with the same fate before it.

    The order in which its piles grew is made up: round after round each pile gives a card, the fullest pile first,
    then clockwise, so that no rank is completed in one go unless it must have been. The pile that the card in hand
    came from gives its newest card last.
    """
    order = _some_order(save)
    flipped: dict[int, list[Card]] = {pile: [] for pile in PILES}
    source: int = save.rules.opening_pile
    for card in (*order, save.in_hand.card):
        flipped[source].append(card)
        source = card.home
    laid = [[*pile.face_down, *reversed(flipped[pile.number])] for pile in save.piles]
    return Game(Deal.of_piles(laid, save.rules.dealing), save.rules, save.mode, cursor=len(order) + 1)


def _some_order(save: Save) -> list[Card]:
    """The set cards in an order in which they may have been set."""
    queues = {pile.number: list(pile.face_up) for pile in save.piles}
    newest = queues[save.in_hand.pile][-1:]
    del queues[save.in_hand.pile][-1:]
    fullest_first = sorted(queues.values(), key=len, reverse=True)
    rounds = range(len(fullest_first[0]))
    return [*(queue[turn] for turn in rounds for queue in fullest_first if turn < len(queue)), *newest]
