"""Racers and those who watch them, and what each of them was told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from bench.wire import Connection, Refused, Stream, in_trouble

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

ERRS = 0.04
"""How often a racer names a wrong pile."""
HEARD_WITHIN_S = 60.0
"""How long after the last move the end of a race is waited for."""
_LOCKING = 4
"""With so many cards of the locking rank seen the next move is the last."""


@dataclass(slots=True)
class Racer:
    """A guest in a seat, who remembers what must have happened: revealed cards and errors after each move."""

    line: Connection
    player_id: str = ""
    seat: int = 0
    game: dict[str, Any] = field(default_factory=dict)
    moves: list[tuple[int, int]] = field(default_factory=list)
    """As the rules have it: a right pile reveals the next card, a wrong one is an error."""
    latencies: list[float] = field(default_factory=list)
    unanswered: int = 0
    """Moves whose answer did not come, or was that of a server in trouble."""
    faults: list[str] = field(default_factory=list)

    @classmethod
    async def signed_in(cls, port: int) -> Self:
        """A new guest on a connection of its own."""
        line = Connection(port)
        account = await line.call("POST", "/v1/players", {"display_name": "Racer"})
        line.token = account["session"]["token"]
        return cls(line, account["player"]["id"])

    @property
    def is_out_of_time(self) -> bool:
        """Whether the race has ended before the game."""
        return self.game["result"] is not None and self.game["result"]["outcome"] == "abandoned"

    async def run(self, dice: random.Random, pause_s: float) -> None:
        """Place card after card, about `pause_s` apart, until the game has ended."""
        while self.game["result"] is None:
            if pause_s:
                await asyncio.sleep(pause_s * dice.uniform(0.9, 1.1))
            home = self.game["hand"]["home"]
            await self._place(home if dice.random() > ERRS else home % 13 + 1)

    async def _place(self, pile: int) -> None:
        meant, before = self._meant(pile), self.game["version"]
        figures = self.game["flips"], self.game["placement_errors"]
        try:
            answer, took = await self.line.timed("POST", f"/v1/games/{self.game['id']}/step", {"pile": pile})
        except (OSError, Refused) as error:
            if not in_trouble(error) and not _is_over(error):
                raise
            self.unanswered += in_trouble(error)
            await self.look()
        else:
            self.game = answer["game"]
            self.latencies.append(took)
            self._expect(self.game["version"] > before, "a move that was acknowledged is not there")
        now = self.game["flips"], self.game["placement_errors"]
        if self.game["version"] > before and (now != figures or not self.is_out_of_time):
            self.moves.append(meant)
            self._expect(now == meant, f"{meant} was to come, not {now}")

    def _meant(self, pile: int) -> tuple[int, int]:
        """Revealed cards and errors after the card in hand has been taken to the pile; the last shows no other."""
        flips, errors = self.game["flips"], self.game["placement_errors"]
        if pile != self.game["hand"]["home"]:
            return flips, errors + 1
        return flips + (self.game["locking_seen"] < _LOCKING), errors

    async def look(self) -> None:
        """See the game as it is now."""
        self.game = await self.line.call("GET", f"/v1/games/{self.game['id']}")

    async def deal(self) -> None:
        """Begin a placement game that is nobody else's business."""
        self.game = await self.line.call("POST", "/v1/games", {"mode": "placement"})

    async def ticket(self) -> str:
        """What opens one stream."""
        return str((await self.line.call("POST", "/v1/tickets"))["ticket"])

    def _expect(self, true: bool, otherwise: str) -> None:
        if not true:
            self.faults.append(f"seat {self.seat}: {otherwise}")


def _is_over(error: OSError | Refused) -> bool:
    """Whether a move came too late."""
    return isinstance(error, Refused) and b"/problems/race-over" in error.content


@dataclass(slots=True)
class Running:
    """A race and those in it."""

    id: str
    racers: list[Racer]
    watched: list[Stream] = field(default_factory=list)
    shown: dict[str, Any] = field(default_factory=dict)
    """The race as it was shown after its end."""

    @classmethod
    async def gathered(cls, racers: list[Racer], **terms: object) -> Self:
        """A race in which all seats but the last are taken; the last to come starts it."""
        wishes = {"capacity": len(racers), "start": "full", "errors": "penalty", "penalty_ms": 500}
        race = await racers[0].line.call("POST", "/v1/races", wishes | {"time_limit_s": 900} | terms)
        for racer in racers[1:-1]:
            await racer.line.call("POST", f"/v1/races/{race['id']}/join")
        return cls(race["id"], racers)

    async def watch(self, port: int, spectators: Iterable[Racer]) -> None:
        """Open a stream for each of the spectators, with a ticket, as a browser would."""
        for one in spectators:
            self.watched.append(await Stream.of(port, self.id, "", await one.ticket()))

    async def start(self) -> None:
        """Take the last seat, and wait until the first cards are shown."""
        race = await self.racers[-1].line.call("POST", f"/v1/races/{self.id}/join")
        left = datetime.fromisoformat(race["starts_at"]) - datetime.fromisoformat(race["server_now"])
        await asyncio.sleep(left.total_seconds() + 0.1)
        await asyncio.gather(*(self._seated(racer) for racer in self.racers))

    async def _seated(self, racer: Racer) -> None:
        race = await racer.line.call("GET", f"/v1/races/{self.id}")
        own = next(entry for entry in race["entries"] if entry["game_id"])
        racer.seat = own["seat"]
        racer.moves.clear()
        racer.game = await racer.line.call("GET", f"/v1/games/{own['game_id']}")

    async def run(self, dice: random.Random, pause_s: float = 0.0) -> None:
        """Everyone runs until their game ends; streams are heard to their ends, and the race is looked at."""
        await asyncio.gather(*(racer.run(dice, pause_s) for racer in self.racers))
        if self.watched:
            await asyncio.wait([stream.done for stream in self.watched], timeout=HEARD_WITHIN_S)
        self.shown = await self.racers[0].line.call("GET", f"/v1/races/{self.id}")
        for racer in self.racers:
            await racer.look()

    async def log(self) -> list[dict[str, Any]]:
        """All that has happened, as the list tells it."""
        items: list[dict[str, Any]] = []
        path = f"/v1/races/{self.id}/log?limit=100"
        while path:
            page = await self.racers[0].line.call("GET", path)
            items += page["items"]
            path = f"/v1/races/{self.id}/log?limit=100&cursor={page['next']}" if page["next"] else ""
        return items
