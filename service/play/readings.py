"""What a finished game is read from as a sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import GameNotOver
from service.play.games import show
from service.play.results import result_of

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.ports import Games, Now, Results
    from service.play.results import Result


def finished(games: Games, results: Results, now: Now, caller: Caller, game_id: str) -> Result:
    """What came of the caller's game; `GameNotFound`, and `GameNotOver` while nothing has or its race goes on."""
    record = show(games, results, now, caller, game_id)
    result = result_of(record)
    if result is None or record.racing:
        raise GameNotOver(game_id)
    return result
