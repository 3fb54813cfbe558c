"""Examples of players' statistics, printed by the very functions that print real ones."""

from __future__ import annotations

from service.api.examples.accounts import PLAYER, RESULT_PAGE
from service.api.examples.deals import GAME_ID, NOW, PLAYER_ID
from service.api.examples.games import GAME
from service.api.printing.statistics import print_profile
from service.play.boards import BOARDS, Entry
from service.play.digests import Digest
from service.play.periods import EPOCH, Span
from service.play.players import Player
from service.play.profiles import Profile
from service.play.standings import Career
from service.play.streaks import Run, Streak

_ALWAYS = Span("all", EPOCH)
_SET_AT = NOW + 3_600_000


def _best(board: str, value: float) -> Entry:
    order = BOARDS[board].order(value)
    return Entry(board, "standard", _ALWAYS, PLAYER_ID, value, order, _SET_AT, GAME_ID)


_DIGEST = Digest(
    games=40,
    won=3,
    lost=35,
    abandoned=2,
    cleared=3,
    fated=3,
    flips=1602,
    hidden=((0, 3), (1, 6), (4, 9), (11, 12), (23, 8)),
    winning=Streak(40, current=1, best=Run(2, _SET_AT, GAME_ID)),
    losing=Streak(40, current=0, best=Run(19, _SET_AT, GAME_ID)),
)
_CAREER = Career({"standard": _DIGEST}, (_best("score", 6480), _best("closest_call", 1), _best("win_streak", 2)))

PROFILE = print_profile(Profile(Player(PLAYER_ID, "Ada", NOW - 60_000), _CAREER))
EXPORT = {
    "player": PLAYER | {"banned_at": None, "name_locked": False},
    "games": [GAME],
    "results": RESULT_PAGE["items"],
    "statistics": PROFILE["statistics"],
}
