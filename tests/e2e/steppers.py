"""Clients that play at once, each a game of its own, while what they talk to is killed."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import URLError

from tests.e2e.running import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.running import Answer, Up

_QUIET_S = 0.2


@dataclass(slots=True)
class Stepper:
    """A client that steps ranked games to their end; each request has its own key, and is repeated until answered."""

    up: Up
    token: str
    games: dict[str, list[Any]] = field(default_factory=dict)
    """Of each game, what answers have acknowledged: the deal, then every step with its moves."""
    answered: int = 0
    lost: int = 0
    """How many requests ended without an answer."""
    refused: int = 0
    """How many were answered 503."""
    replayed: int = 0
    """How many had already been carried out when they were repeated."""
    fault: BaseException | None = None

    @classmethod
    def signed_up(cls, up: Up) -> Stepper:
        welcome = up.call("POST", "/v1/players", {"display_name": "Ada"})
        assert welcome.status == HTTPStatus.CREATED, welcome.body
        return cls(up, welcome.json["session"]["token"])

    def ended(self, game: str) -> bool:
        """Whether an answer has said that this game is over."""
        return len(self.games[game]) > 1 and self.games[game][-1]["game"]["status"] != "in_progress"

    def play(self, stopping: threading.Event) -> None:
        """Game after game until told to stop, and then the last one to its end."""
        try:
            while not stopping.is_set():
                self._play_one()
        except BaseException as fault:  # noqa: BLE001  whoever joins this thread looks at it
            self.fault = fault

    def _play_one(self) -> None:
        game = self._ask("/v1/games", f"deal-{len(self.games)}").json
        acknowledged = self.games.setdefault(game["id"], [game])
        while game["status"] == "in_progress":
            turn = self._ask(f"/v1/games/{game['id']}/step", f"step-{len(acknowledged)}").json
            acknowledged.append(turn)
            game = turn["game"]

    def _ask(self, path: str, key: str) -> Answer:
        answers: list[Answer] = []
        until(lambda: self._tried(path, key, answers))
        self.answered += 1
        self.replayed += answers[-1].replayed
        return answers[-1]

    def _tried(self, path: str, key: str, answers: list[Answer]) -> bool:
        try:
            answer = self.up.call("POST", path, token=self.token, key=key)
        except (URLError, ConnectionError, TimeoutError, HTTPException):
            self.lost += 1
            return False
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE and answer.json["type"] == "/problems/store-unavailable":
            self.refused += 1
            return False
        assert answer.status in {HTTPStatus.OK, HTTPStatus.CREATED}, answer.body
        answers.append(answer)
        return True


@dataclass(frozen=True, slots=True)
class Crowd:
    """Steppers that are at it."""

    steppers: list[Stepper]

    def total(self, what: str) -> int:
        return sum(getattr(stepper, what) for stepper in self.steppers)

    @property
    def faults(self) -> list[BaseException]:
        return [stepper.fault for stepper in self.steppers if stepper.fault]

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Until it is true; a client that met with an error ends the wait."""
        until(lambda: bool(self.faults) or true())
        assert self.faults == []

    def wait_for_more(self, requests: int) -> float:
        """Until that many more have been answered; the seconds to the first."""
        before, begun = self.total("answered"), time.monotonic()
        self.wait_until(lambda: self.total("answered") > before)
        first = time.monotonic() - begun
        self.wait_until(lambda: self.total("answered") >= before + requests)
        return first

    def wait_for_quiet(self) -> None:
        """Until no answers come any more: each client has a request under way."""
        seen: list[tuple[float, int]] = [(time.monotonic(), -1)]

        def quiet() -> bool:
            if self.total("answered") != seen[-1][1]:
                seen.append((time.monotonic(), self.total("answered")))
            return time.monotonic() > seen[-1][0] + _QUIET_S

        self.wait_until(quiet)


@contextmanager
def stepping(up: Up, clients: int) -> Iterator[Crowd]:
    """So many clients playing; at the end each has finished its last game, and none met an error."""
    crowd, stopping = Crowd([Stepper.signed_up(up) for _ in range(clients)]), threading.Event()
    threads = [threading.Thread(target=stepper.play, args=(stopping,)) for stepper in crowd.steppers]
    for thread in threads:
        thread.start()
    try:
        yield crowd
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
    assert crowd.faults == []
