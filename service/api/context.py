"""What views may reach: the ports on their stores, and the few settings that an answer depends on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from flask import current_app

from service.play.races import Hall

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.api.cursors import Cursors
    from service.api.streaming.hub import Hub
    from service.play.keeping import Keeping
    from service.play.ports import Commitments, Dailies, Games, Limits, Now, Players, Results, Sessions
    from service.play.quota import Policy
    from service.play.race_ports import Races, Tickets
    from service.play.result_ports import Leaderboards, Statistics
    from service.simulate.simulator import Simulations


@dataclass(frozen=True, slots=True)
class Service:
    """The ports that the use cases take, with what belongs to the edge."""

    games: Games
    races: Races
    tickets: Tickets
    streams: Hub
    commitments: Commitments
    sessions: Sessions
    limits: Limits
    keeping: Keeping
    players: Players
    results: Results
    dailies: Dailies
    leaderboards: Leaderboards
    statistics: Statistics
    now: Now
    cursors: Cursors
    new_players: Policy
    """How many accounts an address may open."""
    visitors: Policy
    """How often an address may ask for something without a token."""
    simulations: Simulations
    simulation_quota: Policy
    """How many simulations an address may ask for."""
    checks: Mapping[str, Callable[[], str | None]]
    """What must be in order before requests are welcome. A check says what is not, or raises `StoreUnavailable`."""
    close: Callable[[], None]
    """Let go of the stores."""
    standings_kept_days: int
    """How long lists of days and weeks are kept."""


EXTENSION = "clock"
"""Where the application keeps its `Service`."""


def service() -> Service:
    """The running application's."""
    return cast("Service", current_app.extensions[EXTENSION])


def hall() -> Hall:
    """What use cases of races need of the running application's ports."""
    here = service()
    return Hall(here.races, here.sessions, here.players)
