"""Examples of save documents."""

from __future__ import annotations

from service.api.examples.deals import GAME_ID, PLAYER_ID, opened, record
from service.api.printing.games import print_checked_save, print_game
from service.game.save_documents import print_save
from service.game.saves import game_of, save_of
from service.play.record import DealKind, Draft

_FLIPS = 9
_SAVE = save_of(opened("standard", lambda game: game.last > _FLIPS).game.step(_FLIPS - 1))
_GAME = game_of(_SAVE)

SAVE = print_save(_SAVE)
CHECKED = print_checked_save(_GAME)
IMPORTED = print_game(record(Draft(GAME_ID, PLAYER_ID, DealKind.IMPORT, practice=True, seeds=None, game=_GAME)))
