"""Everything that is stored about a player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from service.play.players import own_account

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.caller import Caller
    from service.play.players import Player
    from service.play.ports import Games, Limits, Players, Results
    from service.play.record import GameRecord
    from service.play.result_ports import Statistics
    from service.play.results import RecordedResult
    from service.play.standings import Career

_STRIDE = 100


@dataclass(frozen=True, slots=True)
class Export:
    """A player, their games and results, newest first, and what the results come to."""

    player: Player
    banned_at: int | None
    """Since when the player is banned, in milliseconds since 1970; None if not."""
    name_locked: bool
    """Whether the operators have given the player a name that stays."""
    games: tuple[GameRecord, ...]
    results: tuple[RecordedResult, ...]
    career: Career


def export(
    players: Players, games: Games, results: Results, statistics: Statistics, limits: Limits, caller: Caller
) -> Export:
    """All of the caller's; it counts as one request, and by its results against the caller's quota of exports."""
    own = tuple(games.walk(caller))
    with own_account():
        player = players.get(caller.token.player_id)
        seen_to = players.banned_at(player.id), players.name_locked(player.id)
    career = statistics.of(player.id)
    _charge(limits, caller, career)
    return Export(player, *seen_to, own, tuple(_all_results(results, player.id)), career)


def _charge(limits: Limits, caller: Caller, career: Career) -> None:
    """A quota as large as that of requests pays for the pages that would have to be asked for otherwise.

    It is another one, so that whoever has more results than it can pay for at once can have them all the same.
    """
    if caller.quota is not None:
        policy = replace(caller.quota.policy, name="export")
        pages = 1 + sum(digest.games for digest in career.digests.values()) // _STRIDE
        limits.charge(policy, caller.token.player_id, min(pages, policy.burst))


def _all_results(results: Results, player_id: str) -> Iterator[RecordedResult]:
    page = results.page(player_id, None, _STRIDE)
    yield from page.items
    while page.next is not None:
        page = results.page(player_id, page.next, _STRIDE)
        yield from page.items
