"""The leaderboards by brute force: from all results that there are, sorted anew for every question."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from service.game.game import Ending
from service.play.boards import BOARDS
from service.play.luck import luck_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from service.play.ended import Ended
    from service.play.periods import Period

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Show = tuple[float, float, int, str]
"""The number that is sorted by, the value, the instant, and the game that set it."""

Row = tuple[int, str, float, int, str]
"""Place, player, value, instant and game."""


@dataclass(frozen=True)
class Question:
    """A board of a variant over the period that begins on a day."""

    board: str
    variant: str
    period: Period
    start: date


def periods(instant: int) -> dict[Period, date]:
    """The first days of the periods that an instant lies in."""
    day = (_EPOCH + timedelta(milliseconds=instant)).date()
    monday = date.fromisocalendar(*day.isocalendar()[:2], 1)
    return {"all": _EPOCH.date(), "month": day.replace(day=1), "week": monday, "day": day}


def periods_on(board: str, game: Ended) -> list[tuple[Period, date]]:
    """Those in which a game counts on a board, if it has something to show there."""
    if board == "daily":
        return [("day", game.day)] if game.day else []
    return list(periods(game.finished_at).items())


def lists_of(games: Iterable[Ended]) -> list[Question]:
    """Every list that some of these games belong to, those with more players last."""
    found = {
        (Question(name, game.variant, period, start), game.player_id)
        for game in games
        for name, board in BOARDS.items()
        for period, start in periods_on(name, game)
        if game.variant in board.variants
    }
    crowds = Counter(asked for asked, _ in sorted(found, key=repr))
    return sorted(crowds, key=crowds.__getitem__)


def ranking(games: Iterable[Ended], hidden: Iterable[str], asked: Question) -> list[Row]:
    """Everyone with something to show, hidden ones excepted, in order."""
    by_player: dict[str, list[Ended]] = {}
    for game in games:
        if game.player_id and game.player_id not in hidden and game.variant == asked.variant and _within(game, asked):
            by_player.setdefault(game.player_id, []).append(game)
    shows = [
        (order, at, player, value, game_id)
        for player, mine in by_player.items()
        for order, value, at, game_id in [_show(asked.board, mine)]
        if game_id
    ]
    orders = sorted(order for order, *_ in shows)
    return [(orders.index(order) + 1, player, value, at, game) for order, at, player, value, game in sorted(shows)]


def fates(games: Iterable[Ended]) -> Mapping[str, Mapping[int, int]]:
    """The first locks of all deals; the games of a daily deal are one."""
    deals = {(game.variant, game.locks_at, game.day or game.game_id) for game in games}
    found: dict[str, Counter[int]] = {}
    for variant, locks_at, _ in deals:
        found.setdefault(variant, Counter())[locks_at] += 1
    return found


def _within(game: Ended, asked: Question) -> bool:
    return (asked.period, asked.start) in periods_on(asked.board, game)


def _show(board: str, games: Sequence[Ended]) -> Show:
    games = sorted(games, key=lambda game: (game.finished_at, game.game_id))
    if board == "win_streak":
        return _streak(games)
    if board == "luck":
        value = luck_of(len(games), sum(game.fated for game in games))
        return (-value, value, *games[-1].key) if len(games) >= 20 else NOTHING
    shows = [(*figures, *game.key) for game in games if (figures := _figures(board, game))]
    return min(shows, key=lambda show: (show[0], *show[2:]), default=NOTHING)


def _streak(games: Iterable[Ended]) -> Show:
    runs = [list(run) for cleared, run in groupby(games, key=lambda game: game.cleared) if cleared]
    if not runs:
        return NOTHING
    best = max(runs, key=len)
    return (-len(best), len(best), *best[-1].key)


def _figures(board: str, game: Ended) -> tuple[float, float] | None:
    """The number that is sorted by, and the value."""
    placed, outcome = game.mode == "placement", game.outcome
    match board:
        case "score" if game.total is not None:
            return -game.total, game.total
        case "fastest_clear" if placed and outcome is Ending.WON:
            return game.elapsed_ms, game.elapsed_ms
        case "closest_call" if outcome is Ending.LOST:
            return game.hidden, game.hidden
        case "fewest_restarts" if outcome is Ending.COMPLETED:
            return game.restarts, game.restarts
        case "daily" if placed and outcome is not Ending.ABANDONED:
            return game.elapsed_ms + (0 if game.cleared else 10**12), game.elapsed_ms
    return None


NOTHING: Show = (0, 0, 0, "")
