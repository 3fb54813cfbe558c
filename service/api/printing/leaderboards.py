"""Printing leaderboards, in the shape of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant
from service.play.periods import days_of

if TYPE_CHECKING:
    from service.play.boards import Board, Place
    from service.play.leaderboards import View
    from service.play.standings import Standing

Document = dict[str, Any]


def print_board(board: Board) -> Document:
    """A board."""
    return {
        "board": board.name,
        "measures": board.measures,
        "better": board.better,
        "unit": board.unit,
        "variants": list(board.variants),
        "periods": list(board.periods),
    }


def print_view(shown: View) -> Document:
    """Which list an answer is about."""
    first, after = days_of(shown.span) or (None, None)
    return {
        "board": shown.board.name,
        "variant": shown.variant,
        "period": shown.span.period,
        "from": first and first.isoformat(),
        "until": after and after.isoformat(),
    }


def print_standing(board: Board, row: Standing) -> Document:
    """A row of a board."""
    return {
        "place": row.place,
        "player": {"id": row.player.id, "display_name": row.player.display_name},
        "value": print_number(row.value),
        "cleared": board.cleared(row.order),
        "achieved_at": print_instant(row.achieved_at),
        "game_id": row.game_id,
    }


def print_place(shown: View, found: Place) -> Document:
    """How a player stands, and in which list."""
    return print_view(shown) | {
        "place": found.place,
        "tied": found.tied,
        "players": found.players,
        "value": print_number(found.value),
        "cleared": shown.board.cleared(found.order),
        "percentile": found.percentile,
    }


def print_number(value: float) -> int | float:
    """A value as it is written: a whole one without a fraction."""
    return int(value) if value == int(value) else value
