"""Examples of leaderboards, printed by the very functions that print real ones."""

from __future__ import annotations

from service.api.examples.deals import GAME_ID, NOW, PLAYER_ID
from service.api.printing.leaderboards import print_board, print_place, print_standing, print_view
from service.play.boards import BOARDS, Place
from service.play.leaderboards import View
from service.play.periods import EPOCH, Span
from service.play.players import Player
from service.play.standings import Standing

_SCORE = BOARDS["score"]
_VIEW = View(_SCORE, "standard", Span("all", EPOCH))


def _row(place: int, name: str, value: float, minutes: int) -> Standing:
    player = Player(f"{PLAYER_ID[:-4]}{minutes:02d}{PLAYER_ID[-2:]}", name, NOW)
    game_id = f"{GAME_ID[:-4]}{minutes:02d}{PLAYER_ID[-2:]}"
    return Standing(place, player, value, _SCORE.order(value), NOW + 60_000 * minutes, game_id)


_ROWS = _row(1, "Ada", 6480, 51), _row(2, "Bob", 5990, 12), _row(2, "Caro", 5990, 37)

BOARD_PAGE = {"items": [print_board(board) for board in BOARDS.values()], "next": None}
RANKING = print_view(_VIEW) | {"items": [print_standing(_SCORE, row) for row in _ROWS], "next": None}
PLACE = print_place(_VIEW, Place(place=2, tied=1, players=1041, value=5990, order=_SCORE.order(5990)))
