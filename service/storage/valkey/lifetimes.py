"""How long keys live. What must end at its time ends by script; the expiry of its key is only the net below."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from service.play.commitments import COMMITMENT_MS
from service.play.record import LIFETIME_MS
from service.play.sessions import LINK_CODE_MS, SESSION_MS
from service.play.tickets import TICKET_MS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS

ATTEMPTS_MS = 2 * DAY_MS
"""How long a player's attempts at a daily deal are remembered after it closed."""

RACE_MS = 15 * DAY_MS
"""How long a race is kept that nobody ends, which the worker does within seconds."""
ENDED_RACE_MS = 2 * DAY_MS
"""How long a race is kept after its end, with its events and its games."""
CANCELLED_RACE_MS = HOUR_MS
"""How long one is kept that came to nothing, with its events."""

LIFETIMES = {
    "DAY_MS": DAY_MS,
    "LIFETIME_MS": LIFETIME_MS,
    "GAME_MS": 15 * DAY_MS,
    "INDEX_MS": 17 * DAY_MS,
    "LISTED_MS": 90 * DAY_MS,
    "QUARANTINE_MS": 90 * DAY_MS,
    "LOGIN_MS": SESSION_MS + DAY_MS,
    "LINK_CODE_MS": LINK_CODE_MS,
    "COMMITMENT_MS": COMMITMENT_MS,
    "ONCE_MS": 25 * HOUR_MS,
    "ATTEMPTS_MS": ATTEMPTS_MS,
    "TICKET_MS": TICKET_MS,
}
"""As the scripts know them. A key that slides is renewed once a day, so it lives for a day longer than it must:
a game 14 days after its last use, a login 30; the list of a player's games outlives the games in it."""


def days_of_attempts(today: date) -> Sequence[date]:
    """The days of which attempts at daily deals may be kept, with one to spare at both ends."""
    return [today + timedelta(days) for days in range(-4, 2)]
