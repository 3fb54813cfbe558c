"""What only games for practice grant: a hint, and a step back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.errors import GameOver
from service.game.odds import choice_odds
from service.play.errors import PracticeOnly

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.cards import Card
    from service.game.decisions import Choice
    from service.game.game import Game
    from service.play.caller import Caller
    from service.play.ports import Games
    from service.play.record import Change, GameRecord


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of the next step."""

    card: Card
    """The card in hand."""
    choices: tuple[tuple[Choice, Fraction], ...]
    """At a decision, every choice with its chance of winning, the best first; else empty."""


def hint(games: Games, caller: Caller, game_id: str) -> Hint:
    """A hint for the caller's game; `PracticeOnly`, `GameOver`."""
    record = games.load(caller, game_id)
    _check_practice(record)
    return hint_at(record.game)


def hint_at(game: Game) -> Hint:
    """A hint for a game as it stands, from what has been seen of it alone; `GameOver`."""
    if game.outcome is not None:
        raise GameOver(game.outcome)
    return Hint(game.revealed[-1].card, tuple(choice_odds(game)))


def undo(games: Games, caller: Caller, game_id: str) -> Change:
    """Take the last step or decision back; `PracticeOnly`, `NothingToUndo`, and `GameOver` for a game given up.

    A game that has ended is in play again.
    """
    return games.change(caller, game_id, _stepped_back)


def _stepped_back(record: GameRecord) -> Game:
    _check_practice(record)
    return record.game.undo(record.draft.game.cursor)


def _check_practice(record: GameRecord) -> None:
    if not record.draft.practice:
        raise PracticeOnly
