"""Everything that is stored about a player, walked through page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import render
from service.play import games, players

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.api.context import Service
    from service.play.caller import Caller
    from service.play.pages import Item, Key, Page

_PAGE = 100


def everything(here: Service, caller: Caller) -> dict[str, Any]:
    """The caller's profile, games and results."""
    player = players.own_profile(here.players, here.sessions, caller)
    own = _all(lambda after: games.own_games(here.games, caller, None, after, _PAGE))
    results = _all(lambda after: players.results_of(here.players, here.results, player.id, after, _PAGE))
    return {
        "player": render.player(player),
        "games": [render.game(record) for record in own],
        "results": [render.recorded_result(result) for result in results],
    }


def _all(page: Callable[[Key | None], Page[Item]]) -> Iterator[Item]:
    after = None
    while True:
        rows = page(after)
        yield from rows.items
        after = rows.next
        if after is None:
            return
