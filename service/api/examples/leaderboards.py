"""Examples of leaderboards, printed by the very functions that print real ones."""

from __future__ import annotations

from service.api.examples.deals import GAME_ID, NOW, PLAYER_ID
from service.api.printing.leaderboards import print_place, print_standing
from service.play.boards import BOARDS, Place
from service.play.players import Player
from service.play.standings import Standing

_SCORE = BOARDS["score"]


def _row(place: int, name: str, value: float, minutes: int) -> Standing:
    player = Player(f"{PLAYER_ID[:-4]}{minutes:02d}{PLAYER_ID[-2:]}", name, NOW)
    game_id = f"{GAME_ID[:-4]}{minutes:02d}{PLAYER_ID[-2:]}"
    return Standing(place, player, value, _SCORE.order(value), NOW + 60_000 * minutes, game_id)


RANKING = {
    "items": [
        print_standing(row) for row in (_row(1, "Ada", 6480, 51), _row(2, "Bob", 5990, 12), _row(2, "Caro", 5990, 37))
    ],
    "next": None,
}
PLACE = print_place(Place(place=2, tied=1, players=1041, value=5990))
