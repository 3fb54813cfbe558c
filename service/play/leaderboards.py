"""Leaderboards as they are asked for: which board, of which variant, over which days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from service.play.boards import BOARDS
from service.play.days import day_at
from service.play.errors import BoardNotFound, NoSuchStanding
from service.play.periods import EPOCH, Span, span_at

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.play.boards import Board, Place
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


def view(name: str, variant: str | None, period: Period | None, at: date | None, now: Now) -> View:
    """The list that is asked for; what is not said is the standard game (or the board's first), of all time, today.

    The present day is that of the live store, which is asked only where it matters. `BoardNotFound`,
    `NoSuchStanding`.
    """
    board = _found(name)
    chosen = variant or _first(DEFAULT_VARIANT, board.variants)
    over = period or _first(DEFAULT_PERIOD, board.periods)
    if chosen not in board.variants:
        raise NoSuchStanding("variant", f"the board {name} has only {', '.join(board.variants)}")
    if over not in board.periods:
        raise NoSuchStanding("period", f"the board {name} has only {', '.join(board.periods)}")
    day = EPOCH if over == "all" else at or day_at(now())
    return View(board, chosen, span_at(over, day))


def top(boards: Leaderboards, shown: View, after: RankKey | None, limit: int) -> Ranking:
    """The next rows from the top."""
    return boards.page(shown.board, shown.variant, shown.span, after, limit)


def around(boards: Leaderboards, shown: View, player_id: str, window: int) -> Ranking:
    """The rows about a player's; `NotRanked`."""
    return boards.around(shown.board, shown.variant, shown.span, player_id, window)


def place(boards: Leaderboards, shown: View, player_id: str) -> Place:
    """How a player stands; `NotRanked`."""
    return boards.place(shown.board, shown.variant, shown.span, player_id)


def _found(name: str) -> Board:
    if name not in BOARDS:
        raise BoardNotFound(name)
    return BOARDS[name]


def _first(preferred: _Name, known: Sequence[_Name]) -> _Name:
    return preferred if preferred in known else known[0]
