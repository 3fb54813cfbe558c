"""What Postgres holds of races that were run, each once."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.racers import Running

_PATIENCE_S = 60
_FACTS = ("game_id", "state", "place", "time_ms", "revealed", "errors")
_ENTRIES = "SELECT race_id, seat, player_id, game_id, state, place, time_ms, revealed, errors FROM race_entries"
_RESULTS = "SELECT game_id, player_id, flips, placement_errors FROM results WHERE deal_kind = 'race'"
_WINS = "SELECT player_id, value FROM standings WHERE board = 'sprint_wins' AND period = 'all'"


@dataclass(slots=True)
class Books:
    """What there should be, as the races' ends were shown."""

    entries: set[tuple[Any, ...]] = field(default_factory=set)
    results: set[tuple[Any, ...]] = field(default_factory=set)
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, race: Running) -> None:
        """One more race that has ended."""
        for racer in race.racers:
            entry = race.shown["entries"][racer.seat - 1]
            self.entries.add((race.id, racer.seat, racer.player_id, *(entry[fact] for fact in _FACTS)))
            self.results.add((entry["game_id"], racer.player_id, entry["revealed"], entry["errors"]))
            self.wins[racer.player_id] += entry["place"] == 1 and not racer.is_out_of_time

    async def faults(self, url: str) -> list[str]:
        """How Postgres differs, once everything has had time to arrive."""
        for _ in range(_PATIENCE_S):
            with psycopg.connect(url.replace("+psycopg", "")) as connection:
                found = list(self._differences(connection))
            if not found:
                break
            await asyncio.sleep(1)
        return found

    def _differences(self, connection: psycopg.Connection) -> Iterator[str]:
        wins = {(player_id, float(count)) for player_id, count in self.wins.items() if count}
        for what, query, due in (
            ("racers", _ENTRIES, self.entries),
            ("results", _RESULTS, self.results),
            ("players with wins", _WINS, wins),
        ):
            rows = [tuple(map(_plain, row)) for row in connection.execute(query)]
            if len(rows) != len(due) or set(rows) != due:
                yield f"Postgres: {len(rows)} {what} for {len(due)}, {len(due ^ set(rows))} differ"


def _plain(value: Any) -> Any:
    """Ids as the API writes them."""
    return value if isinstance(value, (int, float, str)) else str(value)
