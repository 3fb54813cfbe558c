"""The games that examples show: always the same ones, from seeds that count up."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from service.game.game import Game
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.play.record import DealKind, Draft, GameRecord

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Mode

NOW = 1_782_907_200_000
"""When everything in the examples begins, in milliseconds since 1970."""
PLAYER_ID = "0197c5a1-9c00-7b21-8a4d-0d6f3e5b2c47"
GAME_ID = "0197c5a2-1f40-7c05-9be2-71c8a90d5f47"
CLIENT_SEED = "tea at five"
_MS_PER_MOVE = 850


def opened(
    variant: str, fits: Callable[[Game], bool], mode: Mode = "reveal", *, practice: bool = False
) -> GameRecord:
    """The first example deal under a variant's rules that fits, as a game that has just been opened."""
    rules = VARIANTS[variant]
    every = (Seeds(number.to_bytes(32, "big"), CLIENT_SEED) for number in count(1))
    dealt = ((seeds, Game(shuffle(seeds, rules.decks), rules, mode)) for seeds in every)
    seeds, game = next((seeds, game) for seeds, game in dealt if fits(game))
    return record(Draft(GAME_ID, PLAYER_ID, DealKind.RANDOM, practice, seeds, game))


def record(draft: Draft) -> GameRecord:
    """A game that has just been opened."""
    return GameRecord(draft, draft.game, version=1, opened_at=NOW, updated_at=NOW)


def at(before: GameRecord, game: Game) -> GameRecord:
    """The record when its game has come so far."""
    return before.changed(game, before.updated_at + _MS_PER_MOVE * abs(game.cursor - before.game.cursor))
