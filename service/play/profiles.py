"""Players as everyone may see them, with what their ended ranked games come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.players import Player
    from service.play.ports import Players
    from service.play.result_ports import Statistics
    from service.play.standings import Career


@dataclass(frozen=True, slots=True)
class Profile:
    """A player, and all that their ended ranked games come to."""

    player: Player
    career: Career


def show(players: Players, statistics: Statistics, player_id: str) -> Profile:
    """A player's public profile; `PlayerNotFound`."""
    return Profile(players.get(player_id), statistics.of(player_id))
