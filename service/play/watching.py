"""How long whoever watches a race may go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.race_errors import RaceNotFound
from service.play.races import watched

if TYPE_CHECKING:
    from service.play.identity import Login
    from service.play.ports import Sessions
    from service.play.race import Race
    from service.play.race_ports import Races


def may_stay(races: Races, sessions: Sessions, login: Login, race: Race, code: str | None) -> bool:
    """Whether a stream that the login has opened may go on: it still lives, and may still know of the race.

    `race` is as the stream found it, and `code` what it was opened with. Raises as `Races.load`.
    """
    if not sessions.lives(login):
        return False
    if race.terms.visibility == "public":  # which it stays
        return True
    try:
        watched(races, login.player_id, race.id, code)
    except RaceNotFound:
        return False
    return True
