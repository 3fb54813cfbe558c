"""Examples of save documents, printed by the very functions that print real ones."""

from __future__ import annotations

from dataclasses import replace

from service.api import render
from service.api.examples import GAME_ID, NOW, PLAYER_ID
from service.game.game import Game
from service.game.rules import Rules
from service.game.save_documents import print_save
from service.game.saves import game_of, save_of
from service.game.shuffle import Seeds, shuffle
from service.play.record import DealKind, Draft, GameRecord

_SAVE = save_of(replace(Game(shuffle(Seeds(bytes(32), "tea at five")), Rules()), cursor=9))
_GAME = game_of(_SAVE)
_DRAFT = Draft(GAME_ID, PLAYER_ID, DealKind.IMPORT, practice=True, seeds=None, game=_GAME)

SAVE = print_save(_SAVE)
CHECKED = render.checked_save(_GAME)
IMPORTED = render.game(GameRecord(_DRAFT, _GAME, version=1, opened_at=NOW, updated_at=NOW))
