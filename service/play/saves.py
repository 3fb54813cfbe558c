"""Save documents: games for practice leave as one, and come in as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.saves import game_of, save_of
from service.play.errors import PracticeOnly
from service.play.identity import new_id
from service.play.record import DealKind, Draft

if TYPE_CHECKING:
    from service.game.saves import Save
    from service.play.caller import Caller
    from service.play.ports import Games
    from service.play.record import Change


def save(games: Games, caller: Caller, game_id: str) -> Save:
    """The caller's game as it stands, hidden cards and all; `PracticeOnly`, `NotSavable`, `GameOver`."""
    record = games.load(caller, game_id)
    if not record.draft.practice:
        raise PracticeOnly
    return save_of(record.game)


def import_save(games: Games, caller: Caller, brought: Save) -> Change:
    """Open a game for practice that stands as the save does; whatever the store refuses."""
    player_id = caller.token.player_id
    draft = Draft(new_id(player_id), player_id, DealKind.IMPORT, practice=True, seeds=None, game=game_of(brought))
    return games.open(caller, draft, None)
