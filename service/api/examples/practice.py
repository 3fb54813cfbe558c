"""Examples of what learners are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.examples.deals import at, opened
from service.api.printing.games import print_turn
from service.api.printing.practice import print_hint, print_reading
from service.content.languages import DEFAULT
from service.game.policy import autoplay
from service.play.practice import hint_at
from service.play.record import Change
from service.play.results import result_of

if TYPE_CHECKING:
    from service.game.game import Game
    from service.play.record import GameRecord

_FEW, _UNLIKE = 6, 3
"""So many choices are good to read, and so many different chances to learn from."""


def _asks(game: Game) -> bool:
    return autoplay(game, "decision").choices is not None


def _asks_tellingly(game: Game) -> bool:
    """Whether the choices at its decision are few and not alike."""
    if not _asks(game):
        return False
    choices = hint_at(autoplay(game, "decision")).choices
    return len(choices) <= _FEW and len({chance for _, chance in choices}) >= _UNLIKE


def _hint(asking: GameRecord) -> dict[str, Any]:
    return print_hint(hint_at(autoplay(asking.game, "decision")), DEFAULT)


def _reading(ended: GameRecord) -> dict[str, Any]:
    result = result_of(ended)
    return print_reading(result, DEFAULT) if result else {}


_OPENED = opened("standard", lambda game: autoplay(game).status == "lost", practice=True)
_THIRD = at(_OPENED, _OPENED.game.step(2))

HINT = print_hint(hint_at(_OPENED.game), DEFAULT)
REPRIEVE_HINT = _hint(opened("watch", _asks_tellingly))
FORK_HINT = _hint(opened("watch_fork", _asks))
UNDONE = print_turn(Change(_THIRD, at(_THIRD, _OPENED.game.step(1))))
READING = _reading(at(_OPENED, autoplay(_OPENED.game)))
