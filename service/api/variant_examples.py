"""Examples of every form of the game, printed by the very functions that print real answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.api import examples, render
from service.game.decisions import Exchange, Fork
from service.game.game import Game
from service.game.moves import moves
from service.game.policy import autoplay, best_decision
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.play.record import Change, DealKind, Draft, GameRecord

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Mode

_MOST_HIDDEN = 5
"""At most so many choices are good to read."""


def _record(variant: str, fits: Callable[[Game], bool], mode: Mode = "reveal") -> GameRecord:
    """The first example deal under a variant's rules that fits, as a game that has just been opened."""
    rules = VARIANTS[variant]
    for number in range(1, 10_000):
        seeds = Seeds(number.to_bytes(32, "big"), "tea at five")
        game = Game(shuffle(seeds, rules.decks), rules, mode)
        if fits(game):
            draft = Draft(
                examples.GAME_ID, examples.PLAYER_ID, DealKind.RANDOM, practice=False, seeds=seeds, game=game
            )
            return GameRecord(draft, game, version=1, opened_at=examples.NOW, updated_at=examples.NOW)
    raise LookupError(variant)


def _at(record: GameRecord, game: Game) -> GameRecord:
    """The record when its game has come so far."""
    return record.changed(game, record.updated_at + 850 * (game.cursor - record.game.cursor))


def _asked(record: GameRecord) -> GameRecord:
    return _at(record, autoplay(record.game, "decision"))


def _turn(before: GameRecord, after: Game) -> dict[str, Any]:
    return render.turn(Change(before, _at(before, after)))


def _step_to(opened: GameRecord, game: Game) -> dict[str, Any]:
    """The step that led here."""
    return _turn(_at(opened, replace(game, cursor=game.cursor - 1)), game)


def _asks_little(game: Game) -> bool:
    choices = autoplay(game, "decision").choices
    return choices is not None and len(choices) <= _MOST_HIDDEN


_WATCH_OPENED = _record("watch", _asks_little)
_WATCH = _asked(_WATCH_OPENED)
_FORK = _asked(_record("watch_fork", _asks_little))
_PERPETUAL = _record("perpetual", lambda game: [flip.kind for flip in game.chain.flips].count("restart") == 1)
_RESTARTED = next(
    _PERPETUAL.game.step(at) for at, flip in enumerate(_PERPETUAL.game.chain.flips) if flip.kind == "restart"
)
_PLACED = _record("standard", lambda game: game.revealed[0].card.rank == "J", "placement")
_BEST = best_decision(_WATCH.game.choices or ())
_ACROSS = (_FORK.game.choices or ())[1].pile
_WRONG = 13

AWAITING_REPRIEVE = render.game(_WATCH)
LOCKING_STEP = _step_to(_WATCH_OPENED, _WATCH.game)
EXCHANGE = {"pile": _BEST.pile, "depth": _BEST.depth} if isinstance(_BEST, Exchange) else {}
REPRIEVED = _turn(_WATCH, _WATCH.game.decide(_BEST))
AWAITING_FORK = render.game(_FORK)
CROSSING = {"pile": _ACROSS}
CROSSED = _turn(_FORK, _FORK.game.decide(Fork(_ACROSS)))
RESTART = _step_to(_PERPETUAL, _RESTARTED)
COMPLETED = render.game(replace(_at(_PERPETUAL, autoplay(_PERPETUAL.game)), recorded=True))
FACE_UP_FINALES = render.game(_record("face_up_finales", lambda _: True))
PLACEMENT = {"pile": _PLACED.game.revealed[0].card.home}
_MISTAKE = Change(_PLACED, _PLACED.changed(_PLACED.game, examples.NOW + 850, errors=1))
WRONG_PILE = render.turn(_MISTAKE, render.coach(_MISTAKE, _WRONG))
NARRATED_PAGE = {"items": [render.narrated(one, "en") for one in moves(_PERPETUAL.game.step(2))], "next": None}

DEAL_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("One card at a time, placed by you", {"mode": "placement"}),
    ("The Watch, with a reprieve", {"variant": "watch"}),
    ("The Watch with two piles, for practice", {"variant": "watch_fork", "practice": True, "mode": "placement"}),
    ("The deal of the day", {"variant": "face_up_finales", "mode": "placement", "deal": {"kind": "daily"}}),
    ("The Perpetual Engine with two decks", {"rules": {"on_lock": "restart", "decks": 2}}),
)
"""Beside those of the standard game."""
