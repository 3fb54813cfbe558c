"""A racer's own game: waited for, and moved so that no card is placed twice."""

from __future__ import annotations

import secrets
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any

from service.terminal.course import entry_of
from service.terminal.insistence import insisted

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.terminal.course import Race
    from service.terminal.face import Game
    from service.terminal.server import Server

    Pause = Callable[[float], bool | None]

MARGIN_S = 0.02


def start_on(race: Race) -> float:
    """When a race that was just fetched starts, on the monotonic clock here."""
    left = datetime.fromisoformat(race["starts_at"]) - datetime.fromisoformat(race["server_now"])
    return time.monotonic() + max(0.0, left.total_seconds()) + MARGIN_S


def race_now(server: Server, race_id: str, pause: Pause = time.sleep) -> Race:
    """The race as it stands, insisted upon."""
    return insisted(lambda: server.get(f"/v1/races/{race_id}"), pause)


def own_game(server: Server, race: Race, player_id: str, pause: Pause = time.sleep) -> Game | None:
    """The player's game in a race as its racers see it, insisted upon; None before it is dealt."""
    entry = entry_of(race, player_id)
    if not entry or not entry["game_id"]:
        return None
    return insisted(lambda: server.get(f"/v1/games/{entry['game_id']}"), pause)


def acted(server: Server, race_id: str, action: str) -> None:
    """Ask for `ready`, `start`, `leave` or `forfeit`, insisted upon: none of them happens twice."""
    insisted(lambda: server.post(f"/v1/races/{race_id}/{action}"))


def placed(server: Server, game: Game, pile: int, pause: Pause = time.sleep) -> dict[str, Any]:
    """What comes of taking the card in hand to a pile: `game`, and whether it was `accepted`.

    It is insisted upon under one key, so that it happens once. Raises `Refused`, and `Unreachable` for a server that
    stays away.
    """
    key = secrets.token_hex(16)
    return insisted(lambda: server.post(f"/v1/games/{game['id']}/step", {"pile": pile}, once=key), pause)
