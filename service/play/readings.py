"""What a finished game is read from as a sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import GameNotOver
from service.play.games import show
from service.play.results import result_of

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.ports import Games, Results
    from service.play.results import Result


def finished(games: Games, results: Results, caller: Caller, game_id: str) -> Result:
    """What came of the caller's game; `GameNotFound`, and `GameNotOver` while nothing has."""
    result = result_of(show(games, results, caller, game_id))
    if result is None:
        raise GameNotOver(game_id)
    return result
