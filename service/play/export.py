"""What is stored about a player, as far as it lasts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from service.play.players import own_account
from service.play.results import as_told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.play.caller import Caller
    from service.play.keeping import Keeping, Kept
    from service.play.pages import Item, Key, Page
    from service.play.players import Player
    from service.play.ports import Games, Limits, Now, Players, Results
    from service.play.race_results import RaceResult
    from service.play.record import GameRecord
    from service.play.result_ports import Statistics
    from service.play.results import RecordedResult
    from service.play.standings import Career

_STRIDE = 100


@dataclass(frozen=True, slots=True)
class Export:
    """A player, their games, results and races, newest first, what the results come to, and what else is kept."""

    player: Player
    banned_at: int | None
    """Since when the player is banned, in milliseconds since 1970; None if not."""
    name_locked: bool
    """Whether the operators have given the player a name that stays."""
    games: tuple[GameRecord, ...]
    results: tuple[RecordedResult, ...]
    races: tuple[RaceResult, ...]
    career: Career
    kept: Kept


def export(
    players: Players,
    games: Games,
    results: Results,
    statistics: Statistics,
    limits: Limits,
    keeping: Keeping,
    now: Now,
    caller: Caller,
) -> Export:
    """All of the caller's; it counts as one request, and by its results against the caller's quota of exports."""
    own = tuple(games.walk(caller))
    with own_account():
        player = players.get(caller.token.player_id)
        seen_to = players.banned_at(player.id), players.name_locked(player.id)
    career = statistics.of(player.id)
    _charge(limits, caller, career)
    told = as_told(_all(results.page, player.id), now), tuple(_all(results.races, player.id))
    return Export(player, *seen_to, own, *told, career, keeping.of(caller.token.login))


def _charge(limits: Limits, caller: Caller, career: Career) -> None:
    """A quota as large as that of requests pays for the pages that would have to be asked for otherwise.

    It is another one, so that whoever has more results than it can pay for at once can have them all the same. A race
    is listed, and so is the result of the game in it.
    """
    if caller.quota is not None:
        policy = replace(caller.quota.policy, name="export")
        listed = sum(digest.games for digest in career.digests.values()) + 2 * career.races.run
        limits.charge(policy, caller.token.player_id, min(1 + listed // _STRIDE, policy.burst))


def _all(pages: Callable[[str, Key | None, int], Page[Item]], player_id: str) -> Iterator[Item]:
    page = pages(player_id, None, _STRIDE)
    yield from page.items
    while page.next is not None:
        page = pages(player_id, page.next, _STRIDE)
        yield from page.items
