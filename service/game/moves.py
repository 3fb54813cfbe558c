"""The log of a game: what each step set, where, and what it turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.cards import Card
    from service.game.chain import Flip, Kind
    from service.game.game import Game


@dataclass(frozen=True, slots=True)
class Move:
    """One entry of the log: the card set, if any, and the card that then came into hand, if any."""

    kind: Kind
    placed: Card | None
    flip: Flip | None
    shuttle: bool

    @property
    def under(self) -> int | None:
        """The pile under which the card was set."""
        return self.placed.home if self.placed else None


def moves(game: Game, since: int = 0) -> list[Move]:
    """The log after position `since`, oldest first.

    A game opens with a flip that sets nothing, and an exchange sets nothing either. The ending card is set in a move
    that flips nothing, in reveal mode as a second move of the step that flipped it.
    """
    flips = game.chain.flips
    log = [_move(flips, position) for position in range(since, min(game.cursor, len(flips)))]
    if game.in_hand is None and since < game.cursor:
        log.append(_move(flips, len(flips)))
    return log


def _move(flips: Sequence[Flip], index: int) -> Move:
    flip = flips[index] if index < len(flips) else None
    if flip is not None and flip.kind in ("open", "reprieve"):
        return Move(flip.kind, None, flip, shuttle=False)
    before = flips[index - 1]
    return Move(flip.kind if flip else "move", before.card, flip, before.is_shuttle)
