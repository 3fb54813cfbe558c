"""Everything that is stored about a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.play.players import own_account

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.caller import Caller
    from service.play.players import Player
    from service.play.ports import Games, Players, Results
    from service.play.record import GameRecord
    from service.play.result_ports import Statistics
    from service.play.results import RecordedResult
    from service.play.standings import Career

_STRIDE = 100


@dataclass(frozen=True, slots=True)
class Export:
    """A player, their games and results, newest first, and what the results come to."""

    player: Player
    games: tuple[GameRecord, ...]
    results: tuple[RecordedResult, ...]
    career: Career


def export(players: Players, games: Games, results: Results, statistics: Statistics, caller: Caller) -> Export:
    """All of the caller's; it counts as one request."""
    own = tuple(games.walk(caller))
    with own_account():
        player = players.get(caller.token.player_id)
    return Export(player, own, tuple(_all_results(results, player.id)), statistics.of(player.id))


def _all_results(results: Results, player_id: str) -> Iterator[RecordedResult]:
    page = results.page(player_id, None, _STRIDE)
    yield from page.items
    while page.next is not None:
        page = results.page(player_id, page.next, _STRIDE)
        yield from page.items
