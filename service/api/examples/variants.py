"""Examples of every other form of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.api.examples.deals import NOW, at, opened
from service.api.printing.games import print_coach, print_game, print_narrated, print_turn
from service.content.languages import DEFAULT
from service.game.decisions import Exchange, Fork
from service.game.moves import moves
from service.game.policy import autoplay, best_decision
from service.play.record import Change, GameRecord

if TYPE_CHECKING:
    from service.game.game import Game


_MOST_HIDDEN = 5
"""At most so many choices are good to read."""


def _asked(record: GameRecord) -> GameRecord:
    return at(record, autoplay(record.game, "decision"))


def _turn(before: GameRecord, after: Game) -> dict[str, Any]:
    return print_turn(Change(before, at(before, after)))


def _step_to(start: GameRecord, game: Game) -> dict[str, Any]:
    """The step that led here."""
    return _turn(at(start, replace(game, cursor=game.cursor - 1)), game)


def _asks_little(game: Game) -> bool:
    choices = autoplay(game, "decision").choices
    return choices is not None and len(choices) <= _MOST_HIDDEN


_WATCH_OPENED = opened("watch", _asks_little)
_WATCH = _asked(_WATCH_OPENED)
_FORK = _asked(opened("watch_fork", _asks_little))
_PERPETUAL = opened("perpetual", lambda game: [flip.kind for flip in game.chain.flips].count("restart") == 1)
_RESTARTED = next(
    _PERPETUAL.game.step(place) for place, flip in enumerate(_PERPETUAL.game.chain.flips) if flip.kind == "restart"
)
_PLACED = opened("standard", lambda game: game.revealed[0].card.rank == "J", "placement")
_BEST = best_decision(_WATCH.game.choices or ())
_ACROSS = (_FORK.game.choices or ())[1].pile
_WRONG = 13

AWAITING_REPRIEVE = print_game(_WATCH)
LOCKING_STEP = _step_to(_WATCH_OPENED, _WATCH.game)
EXCHANGE = {"pile": _BEST.pile, "depth": _BEST.depth} if isinstance(_BEST, Exchange) else {}
REPRIEVED = _turn(_WATCH, _WATCH.game.decide(_BEST))
AWAITING_FORK = print_game(_FORK)
CROSSING = {"pile": _ACROSS}
CROSSED = _turn(_FORK, _FORK.game.decide(Fork(_ACROSS)))
RESTART = _step_to(_PERPETUAL, _RESTARTED)
COMPLETED = print_game(replace(at(_PERPETUAL, autoplay(_PERPETUAL.game)), recorded=True))
FACE_UP_FINALES = print_game(opened("face_up_finales", lambda _: True))
PLACEMENT = {"pile": _PLACED.game.revealed[0].card.home}
_MISTAKE = Change(_PLACED, _PLACED.changed(_PLACED.game, NOW + 850, errors=1))
WRONG_PILE = print_turn(_MISTAKE, print_coach(_MISTAKE, _WRONG, DEFAULT))
NARRATED_PAGE = {"items": [print_narrated(one, DEFAULT) for one in moves(_PERPETUAL.game.step(2))], "next": None}

DEAL_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("One card at a time, placed by you", {"mode": "placement"}),
    ("The Watch, with a reprieve", {"variant": "watch"}),
    ("The Watch with two piles, for practice", {"variant": "watch_fork", "practice": True, "mode": "placement"}),
    ("The deal of the day", {"variant": "face_up_finales", "mode": "placement", "deal": {"kind": "daily"}}),
    ("The Perpetual Engine with two decks", {"rules": {"on_lock": "restart", "decks": 2}}),
)
"""Beside those of the standard game."""
