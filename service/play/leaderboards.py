"""Leaderboards as they are asked for: which board, of which variant, over which days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from service.play.boards import BOARDS
from service.play.days import day_at
from service.play.errors import BoardNotFound, NoLongerKept, NoSuchStanding
from service.play.pages import Page
from service.play.periods import EPOCH, Span, span_at
from service.play.retention import PASSING, is_kept, kept_since

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.play.boards import Board, Place
    from service.play.pages import Key
    from service.play.periods import Period
    from service.play.ports import Now
    from service.play.result_ports import Leaderboards
    from service.play.standings import Ranking, RankKey

DEFAULT_VARIANT = "standard"
DEFAULT_PERIOD: Period = "all"
_Name = TypeVar("_Name", bound=str)


@dataclass(frozen=True, slots=True)
class View:
    """One list of places: a board, of one variant, over one span of days."""

    board: Board
    variant: str
    span: Span


def boards(after: Key | None, limit: int) -> Page[Board]:
    """The next of all boards, in their order; a key begins with how many came before."""
    done = after[0] if after else 0
    reached = done + limit
    return Page(tuple(BOARDS.values())[done:reached], (reached, "") if reached < len(BOARDS) else None)


def view(name: str, variant: str | None, period: Period | None, at: date | None, now: Now, kept_days: int) -> View:
    """The list that is asked for; what is not said is the standard game (or the board's first), of all time, today.

    The present day is that of the live store, which is asked only where it matters. `BoardNotFound`,
    `NoSuchStanding`, `NoLongerKept`.
    """
    board = _found(name)
    chosen = variant or _first(DEFAULT_VARIANT, board.variants)
    over = period or _first(DEFAULT_PERIOD, board.periods)
    if chosen not in board.variants:
        raise NoSuchStanding("variant", f"the board {name} has only {', '.join(board.variants)}")
    if over not in board.periods:
        raise NoSuchStanding("period", f"the board {name} has only {', '.join(board.periods)}")
    return View(board, chosen, _span(over, at, now, kept_days))


def top(leaderboards: Leaderboards, shown: View, after: RankKey | None, limit: int) -> Ranking:
    """The next rows from the top."""
    return leaderboards.page(shown.board, shown.variant, shown.span, after, limit)


def around(leaderboards: Leaderboards, shown: View, player_id: str, window: int) -> Ranking:
    """The rows about a player's; `NotRanked`."""
    return leaderboards.around(shown.board, shown.variant, shown.span, player_id, window)


def place(leaderboards: Leaderboards, shown: View, player_id: str) -> Place:
    """How a player stands; `NotRanked`."""
    return leaderboards.place(shown.board, shown.variant, shown.span, player_id)


def _span(period: Period, at: date | None, now: Now, kept_days: int) -> Span:
    if period not in PASSING:
        return span_at(period, EPOCH if period == "all" else at or day_at(now()))
    today = day_at(now())
    span, since = span_at(period, at or today), kept_since(today, kept_days)
    if not is_kept(span, since):
        raise NoLongerKept(since)
    return span


def _found(name: str) -> Board:
    if name not in BOARDS:
        raise BoardNotFound(name)
    return BOARDS[name]


def _first(preferred: _Name, known: Sequence[_Name]) -> _Name:
    return preferred if preferred in known else known[0]
