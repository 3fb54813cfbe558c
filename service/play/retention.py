"""How long lists of days and weeks are kept. Those of months and of all time stay for ever.

Results of this month and of the twelve before it are still taken. They reach back 396 days at the most, and what they
change must all be there: their days, the whole weeks and months of these. So 400 days are the fewest.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from service.play.periods import Period, span_at

if TYPE_CHECKING:
    from datetime import date

    from service.play.periods import Span

PASSING: tuple[Period, ...] = ("week", "day")
"""The periods whose lists pass away."""


def kept_since(today: date, days: int) -> date:
    """The first day whose lists are there when they are kept for so many days: a Monday, so that weeks are whole."""
    return span_at("week", today - timedelta(days=days)).start


def is_kept(span: Span, since: date) -> bool:
    """Whether the lists of a span are there when those of days and weeks begin with this Monday."""
    return span.period not in PASSING or span.start >= since
