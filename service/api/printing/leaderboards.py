"""Printing leaderboards, in the shape of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant
from service.play.boards import BOARDS

if TYPE_CHECKING:
    from service.play.boards import Board, Place
    from service.play.standings import Standing

Document = dict[str, Any]


def print_boards() -> Document:
    """All boards."""
    return {"items": [_board(board) for board in BOARDS.values()], "next": None}


def print_standing(row: Standing) -> Document:
    """A row of a board."""
    return {
        "place": row.place,
        "player": {"id": row.player.id, "display_name": row.player.display_name},
        "value": print_number(row.value),
        "achieved_at": print_instant(row.achieved_at),
        "game_id": row.game_id,
    }


def print_place(found: Place) -> Document:
    """How a player stands."""
    return {
        "place": found.place,
        "tied": found.tied,
        "players": found.players,
        "value": print_number(found.value),
        "percentile": found.percentile,
    }


def print_number(value: float) -> int | float:
    """A value as it is written: a whole one without a fraction."""
    return int(value) if value == int(value) else value


def _board(board: Board) -> Document:
    return {
        "board": board.name,
        "measures": board.measures,
        "better": board.better,
        "unit": board.unit,
        "variants": list(board.variants),
        "periods": list(board.periods),
    }
