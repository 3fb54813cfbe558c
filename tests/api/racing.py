"""Races over HTTP: racers who take seats, are ready, start and run."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from werkzeug.test import TestResponse

    from tests.api.client import Client, Json


def asked(answer: TestResponse) -> Json:
    """The document of an answer that grants what was asked for."""
    assert answer.status_code in (200, 201), answer.get_data(as_text=True)
    document: Json = answer.get_json()
    return document


def wait(race: Json) -> None:
    """Let real time pass until the race starts, by its own clock."""
    left = datetime.fromisoformat(race["starts_at"]) - datetime.fromisoformat(race["server_now"])
    time.sleep(max(0.0, left.total_seconds()) + 0.02)


@dataclass(frozen=True)
class Racing:
    """A race and those in it, the host first. `pause` lets the time until its start pass."""

    id: str
    racers: tuple[Client, ...]
    pause: Callable[[Json], None] = wait

    @property
    def host(self) -> Client:
        return self.racers[0]

    @property
    def path(self) -> str:
        return f"/v1/races/{self.id}"

    def seen(self, by: Client | None = None) -> Json:
        return asked((by or self.host).get(self.path))

    def act(self, racer: Client, action: str, body: Json | None = None) -> Json:
        return asked(racer.post(f"{self.path}/{action}", body))

    def started(self) -> Racing:
        """The same race, counting down."""
        for racer in self.racers[1:]:
            self.act(racer, "ready")
        self.act(self.host, "start")
        return self

    def running(self) -> Racing:
        """The same race, on its way."""
        self.started()
        self.pause(self.seen())
        assert self.seen()["status"] == "running"
        return self

    def finished(self) -> Racing:
        """The same race, over, since everyone gave up."""
        self.running()
        for racer in self.racers:
            self.act(racer, "forfeit")
        return self

    def game_id(self, racer: Client) -> str:
        """The racer's game, as their own entry tells."""
        entries = self.seen(racer)["entries"]
        return next(str(entry["game_id"]) for entry in entries if entry["player"]["id"] == racer.player_id)

    def step(self, racer: Client, pile: int, **more: object) -> TestResponse:
        return racer.post(f"/v1/games/{self.game_id(racer)}/step", {"pile": pile}, **more)

    def move(self, racer: Client) -> Json:
        """The racer's game after one right move."""
        game = asked(racer.get(f"/v1/games/{self.game_id(racer)}"))
        turn = asked(self.step(racer, game["hand"]["home"]))
        after: Json = turn["game"]
        return after

    def play_out(self, racer: Client) -> Json:
        """The racer's game at its end."""
        game_id = self.game_id(racer)
        game = asked(racer.get(f"/v1/games/{game_id}"))
        while game["result"] is None:
            game = asked(racer.post(f"/v1/games/{game_id}/step", {"pile": game["hand"]["home"]}))["game"]
        return game

    def log(self, by: Client | None = None) -> list[Json]:
        """All events so far."""
        items: list[Json] = asked((by or self.host).get(f"{self.path}/log?limit=100"))["items"]
        return items


def race_of(
    *racers: Client, pause: Callable[[Json], None] = wait, seeds: tuple[str, ...] = (), **terms: object
) -> Racing:
    """A new race of the first of them, in which all the others have seats."""
    host, *others = racers
    made = asked(host.post("/v1/races", {"capacity": max(2, len(racers))} | terms))
    code = {} if made["join_code"] is None else {"code": made["join_code"]}
    for racer in others:
        asked(racer.post(f"/v1/races/{made['id']}/join", code))
    for racer, seed in zip(racers, seeds, strict=False):
        asked(racer.post(f"/v1/races/{made['id']}/join", {"client_seed": seed}))
    return Racing(made["id"], racers, pause)


def frames(text: str) -> Iterator[Json]:
    """The events of a stream: `id`, `event`, and `data` as the document that it is."""
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            yield fields | {"id": int(fields["id"]), "data": json.loads(fields["data"])}
