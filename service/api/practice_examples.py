"""Examples of what learners are told, printed by the very functions that print real answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import coaching, examples, render
from service.content.languages import DEFAULT
from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.play.practice import Hint, hint_at
from service.play.record import Change, DealKind, Draft, GameRecord
from service.play.results import result_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_FEW, _UNLIKE = 6, 3
"""So many choices are good to read, and so many different chances to learn from."""


def _games(variant: str) -> Iterator[Game]:
    """Example games, as they open."""
    rules = VARIANTS[variant]
    for number in range(1, 1000):
        yield Game(shuffle(Seeds(number.to_bytes(32, "big"), "tea at five"), rules.decks), rules)


def _asking(variant: str) -> Iterator[Hint]:
    """What they are told that come to a decision, at it."""
    games = (autoplay(game, "decision") for game in _games(variant))
    return (hint_at(game) for game in games if game.choices)


def _is_telling(hint: Hint) -> bool:
    """Whether its choices are few and not alike."""
    chances = {chance for _, chance in hint.choices}
    return len(hint.choices) <= _FEW and len(chances) >= _UNLIKE


def _readings() -> Iterator[dict[str, Any]]:
    ended = (_OPENED.changed(autoplay(game), examples.NOW) for game in _games("standard"))
    return (coaching.reading(result, DEFAULT) for result in map(result_of, ended) if result)


_GAME = next(_games("standard"))
_DRAFT = Draft(examples.GAME_ID, examples.PLAYER_ID, DealKind.RANDOM, practice=True, seeds=None, game=_GAME)
_OPENED = GameRecord(_DRAFT, _GAME, version=1, opened_at=examples.NOW, updated_at=examples.NOW)
_THIRD = _OPENED.changed(_GAME.step(2), examples.NOW + 850)

HINT = coaching.hint(hint_at(_GAME), DEFAULT)
REPRIEVE_HINT = coaching.hint(next(filter(_is_telling, _asking("watch"))), DEFAULT)
FORK_HINT = coaching.hint(next(_asking("watch_fork")), DEFAULT)
UNDONE = render.turn(Change(_THIRD, _THIRD.changed(_GAME.step(1), examples.NOW + 1700)))
READING = next(_readings())
