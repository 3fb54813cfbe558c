"""Ranked games that ended at chosen instants, many of them with equal values, and many cleared ones.

The same ones are made every time, the month in their ids excepted.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from itertools import count
from typing import TYPE_CHECKING
from uuid import UUID

from hypothesis import strategies as st

from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.play.days import day_at, opens_at
from service.play.record import DealKind, Draft
from tests.builders import a_game, a_record, now, some_seeds

if TYPE_CHECKING:
    from service.game.game import Game, Mode
    from service.play.record import GameRecord

    Facts = tuple[str, int, Mode, bool, int, int, date | None]

_BEGINNINGS = (date(day_at(now()).year - months // 12, 12 - months % 12, 1) for months in count())
MONDAY = next(first for first in _BEGINNINGS if first.weekday() == 0 and first + timedelta(40) < day_at(now()))
"""With which a week and a month begin; the latest that games of the weeks after it can have ended behind."""

INSTANTS = [opens_at(MONDAY + timedelta(days)) + ms for days in (0, 1, 7, 30) for ms in (-1, 0, 3_600_000)]
DAILY_DAYS = [MONDAY, MONDAY + timedelta(days=1)]
PLAYED = ["standard", "watch", "perpetual"]
NOW = now()


@cache
def deals(variant: str) -> list[int]:
    """Numbers of deals: as many cleared ones as others, which makes for streaks."""
    games = {number: autoplay(a_game(number, VARIANTS[variant])) for number in range(200)}
    cleared = [number for number, game in games.items() if not game.hidden and not game.restarts]
    others = [number for number in games if number not in cleared]
    return [*cleared[:5], *others[:5]]


@cache
def played(variant: str, number: int, mode: Mode, *, given_up: bool) -> tuple[Game, Game]:
    """A game as it opens and as it ends."""
    game = a_game(number, VARIANTS[variant], mode=mode)
    return game, game.step(3).abandon() if given_up else autoplay(game)


GAMES = st.tuples(
    st.sampled_from(PLAYED),
    st.integers(0, 9),
    st.sampled_from(["reveal", "placement", "placement"]),
    st.sampled_from([False, False, False, True]),
    st.sampled_from(INSTANTS),
    st.sampled_from([1, 900, 1_000, 60_000, 36 * 60_000, 604_800_000]),
    st.sampled_from([None, None, *DAILY_DAYS]),
)
"""Variant, deal, mode, whether it is given up, when it ends, how long it takes, and the day of a daily one."""


class Dealer:
    """Makes records of ended games, with ids that do not follow the order in which they are made."""

    def __init__(self) -> None:
        self._ids = 0

    def new_id(self) -> str:
        self._ids += 1
        mixed = self._ids * 0x9E3779B97F4A7C15 % 2**62
        return str(UUID(int=NOW << 80 | 0x7 << 76 | 0x2 << 62 | mixed))

    def record(self, player: str, facts: Facts) -> GameRecord:
        """The game of a player with these facts; all games of a daily deal have its cards."""
        variant, deal, mode, given_up, at, ms, day = facts
        number = deals(variant)[deal if day is None else DAILY_DAYS.index(day)]
        opening, end = played(variant, number, mode, given_up=given_up)
        kind = DealKind.RANDOM if day is None else DealKind.DAILY
        draft = Draft(self.new_id(), player, kind, False, some_seeds(number), opening, day)
        return a_record(draft, opened_at=at - ms).changed(end, at)
