"""The log of a game: what each flip set, where, and what it turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from service.game.cards import Card
    from service.game.chain import Flip
    from service.game.game import Game


@dataclass(frozen=True, slots=True)
class Move:
    """One entry of the log: the card set, if any, and the flip that followed, if any."""

    kind: Literal["open", "move"]
    placed: Card | None
    flip: Flip | None
    shuttle: bool

    @property
    def under(self) -> int | None:
        """The pile under which the card was set."""
        return self.placed.home if self.placed else None


def moves(game: Game, since: int = 0) -> list[Move]:
    """The log after the first `since` flips, oldest first.

    A game opens with a flip that sets nothing; the step that flips the ending card sets it too, as a move of its
    own that flips nothing.
    """
    log = [_move(game.chain, index) for index in range(since, game.flips)]
    if game.in_hand is None and since < game.flips:
        log.append(_move(game.chain, game.flips))
    return log


def _move(chain: tuple[Flip, ...], index: int) -> Move:
    flip = chain[index] if index < len(chain) else None
    if index == 0:
        return Move("open", None, flip, shuttle=False)
    before = chain[index - 1]
    return Move("move", before.card, flip, before.is_shuttle)
