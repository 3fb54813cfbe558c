"""Examples of players' statistics, printed by the very functions that print real ones."""

from __future__ import annotations

from service.api.examples.accounts import PLAYER, RESULT_PAGE
from service.api.examples.deals import GAME_ID, NOW, PLAYER_ID
from service.api.examples.games import COMMITMENT, GAME
from service.api.examples.race_results import RUN_RACE_PAGE
from service.api.printing.players import print_attempt, print_kept_login
from service.api.printing.statistics import print_profile
from service.play.boards import BOARDS, Entry
from service.play.days import day_at
from service.play.digests import Digest
from service.play.keeping import Attempt, KeptLogin
from service.play.periods import EPOCH, Span
from service.play.players import Player
from service.play.profiles import Profile
from service.play.race_results import RaceTally
from service.play.sessions import ALL_SCOPES, SESSION_MS
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
_DAILY = Entry("daily", "standard", Span("day", day_at(NOW)), PLAYER_ID, 71_240, 71_240, _SET_AT, GAME_ID)
_CAREER = Career(
    {"standard": _DIGEST},
    (_best("score", 6480), _best("closest_call", 1), _DAILY, _best("win_streak", 2)),
    RaceTally(4, 1),
)

PROFILE = print_profile(Profile(Player(PLAYER_ID, "Ada", NOW - 60_000), _CAREER))
EXPORT = {
    "player": PLAYER | {"banned_at": None, "name_locked": False},
    "games": [GAME],
    "results": RESULT_PAGE["items"],
    "races": RUN_RACE_PAGE["items"],
    "logins": [print_kept_login(KeptLogin(ALL_SCOPES, NOW + SESSION_MS, current=True))],
    "commitments": [COMMITMENT],
    "daily_attempts": [print_attempt(Attempt(day_at(NOW), "standard", GAME_ID))],
    "statistics": PROFILE["statistics"],
}
