"""How long keys live. What must end at its time ends by script; the expiry of its key is only the net below."""

from __future__ import annotations

from service.play.commitments import COMMITMENT_MS
from service.play.record import LIFETIME_MS
from service.play.sessions import LINK_CODE_MS, SESSION_MS

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS

ATTEMPTS_MS = 2 * DAY_MS
"""How long a player's attempts at a daily deal are remembered after it closed."""

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
}
"""As the scripts know them. A key that slides is renewed once a day, so it lives for a day longer than it must:
a game 14 days after its last use, a login 30; the list of a player's games outlives the games in it."""
