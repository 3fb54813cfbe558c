"""The daily deals: one a variant and UTC date, the same for everyone.

A deal belongs to a day by the live store's time, which is also what ends its games and opens its seed: hosts whose
clocks are wrong neither deal yesterday's cards nor tell today's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from service.game.shuffle import Seeds, commitment_to
from service.play.days import closes_at, day_at, opens_at
from service.play.errors import DayNotFound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from service.play.ports import Dailies

NEXT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyTally:
    """What has come of the games of a daily deal, as far as they have ended and are recorded."""

    attempts: int
    cleared: int


NOTHING_YET = DailyTally(attempts=0, cleared=0)


@dataclass(frozen=True, slots=True)
class DayDeal:
    """One variant's deal of a day, as everyone may see it."""

    variant: str
    client_seed: str
    commitment: str
    server_seed: bytes | None = field(repr=False)
    """None until the day has closed."""
    tally: DailyTally


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A day's deals. Instants in milliseconds since 1970."""

    day: date
    opens_at: int
    closes_at: int
    deals: tuple[DayDeal, ...]


def daily_client_seed(day: date, variant: str) -> str:
    """The client seed of a daily deal, which anyone can tell beforehand: ``daily 2026-12-24 standard``."""
    return f"daily {day.isoformat()} {variant}"


def daily_deal(dailies: Dailies, variant: str, now: int) -> tuple[date, Seeds]:
    """The day that it is at this instant of the live store, and the seeds of the variant's deal."""
    today = day_at(now)
    dailies.prepare(today)
    return today, Seeds(dailies.seeds(today)[variant], daily_client_seed(today, variant))


def show_day(dailies: Dailies, day: date, now: int) -> DailyDay:
    """A day's deals as they may be seen at this instant; `DayNotFound`.

    Looking makes the seeds of today and tomorrow, never those of another day: what was not promised in time stays
    unpromised, and nobody can have days far off made.
    """
    today = day_at(now)
    if day > today + NEXT:
        raise DayNotFound(day.isoformat())
    if day >= today:
        dailies.prepare(today)
    seeds = dailies.seeds(day)
    if not seeds:
        raise DayNotFound(day.isoformat())
    tallies = dailies.tallies(day) if day <= today else {}
    return _shown(day, seeds, tallies, is_open=now >= closes_at(day))


def show_today(dailies: Dailies, now: int) -> tuple[DailyDay, DailyDay]:
    """Today's deals, and tomorrow's, to which the service is bound already."""
    today = day_at(now)
    return show_day(dailies, today, now), show_day(dailies, today + NEXT, now)


def _shown(day: date, seeds: Mapping[str, bytes], tallies: Mapping[str, DailyTally], *, is_open: bool) -> DailyDay:
    deals = (
        DayDeal(
            variant=variant,
            client_seed=daily_client_seed(day, variant),
            commitment=commitment_to(server_seed),
            server_seed=server_seed if is_open else None,
            tally=tallies.get(variant, NOTHING_YET),
        )
        for variant, server_seed in seeds.items()
    )
    return DailyDay(day, opens_at(day), closes_at(day), tuple(deals))
