"""Examples of daily deals."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from service.api.printing.daily import print_day
from service.game.rules import VARIANTS
from service.play.daily import DailyTally, show_day, show_today
from service.play.days import opens_at

_DAY = date(2026, 7, 1)
_NOON = opens_at(_DAY) + 12 * 60 * 60 * 1000
_A_DAY_MS = 24 * 60 * 60 * 1000


class _Shown:
    """Seeds that nothing is dealt from."""

    def prepare(self, today: date) -> None:
        """They are there."""

    def seeds(self, day: date) -> dict[str, bytes]:
        """Any bytes."""
        return {variant: sha256(f"{day} {variant}".encode()).digest() for variant in sorted(VARIANTS)}

    def tallies(self, day: date) -> dict[str, DailyTally]:  # noqa: ARG002  as the port has it
        """Some."""
        return {"standard": DailyTally(attempts=312, cleared=312), "watch": DailyTally(attempts=88, cleared=31)}


def _today() -> dict[str, object]:
    today, tomorrow = show_today(_Shown(), _NOON)
    return print_day(today) | {"tomorrow": print_day(tomorrow)}


TODAY = _today()
TOMORROW = TODAY["tomorrow"]
CLOSED = print_day(show_day(_Shown(), _DAY, _NOON + 2 * _A_DAY_MS))
