"""Seeds of daily deals in memory."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from service.game.rules import VARIANTS
from service.play.commitments import new_server_seed
from service.play.daily import NEXT, DailyTally

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from tests.fakes.accounts import FakeResults


class FakeDailies:
    """The port `Dailies`; give it the results that it counts."""

    def __init__(self, results: FakeResults) -> None:
        self._results = results
        self.made: dict[date, dict[str, bytes]] = {}

    def prepare(self, today: date) -> None:
        for day in (today, today + NEXT):
            self.made.setdefault(day, {variant: new_server_seed() for variant in VARIANTS})

    def seeds(self, day: date) -> Mapping[str, bytes]:
        return self.made.get(day, {})

    def tallies(self, day: date) -> Mapping[str, DailyTally]:
        ended = self._results.by_day(day)
        attempts = Counter(recorded.variant for recorded in ended)
        cleared = Counter(recorded.variant for recorded in ended if recorded.result.title)
        return {variant: DailyTally(attempts[variant], cleared[variant]) for variant in attempts}
