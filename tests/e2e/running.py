"""`clock up` as a process of its own, and a client that knows no more than the contract."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from service.embedded.server import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

DECK = """
    3C 6C QD TC 5C AC 7D JC KD 6H AH 7C AS
    9C 6S 4C 3S 8C 3D 8H JS 7S 5S 9S 4S 6D
    5D 4D AD 5H 4H 2C TD QS 2S JD 7H JH 9D
    KC KS TH 2H 9H KH 3H 2D QH 8D 8S QC TS
"""
_PATIENCE_S = 60.0
_START_S = 120.0
_SETTINGS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "CLOCK_ENV")


def clock_up(data: Path, *, output: Path | None = None, variables: Mapping[str, str] | None = None) -> Up:
    """`clock up` on ports of its own; what the outer environment says of stores does not count."""
    ports = {name: str(free_port()) for name in ("PORT", "METRICS_PORT", "WORKER_METRICS_PORT")}
    inherited = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    environment = inherited | ports | dict(variables or {})
    output = output or data.with_name(f"{data.name}.out")
    with output.open("ab") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "up", "--data", str(data)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Up(process, data, output, environment)


@contextlib.contextmanager
def running(data: Path, variables: Mapping[str, str] | None = None) -> Iterator[Up]:
    """The service, up and ready; afterwards it and its data are gone."""
    up = clock_up(data, variables=variables)
    try:
        up.wait_until_ready()
        yield up
    finally:
        up.end()
        shutil.rmtree(data.resolve())


@dataclass(slots=True)
class Up:
    """A `clock up` that has been started."""

    process: subprocess.Popen[bytes]
    data: Path
    output: Path
    environment: dict[str, str]

    @property
    def said(self) -> str:
        return self.output.read_text(errors="replace")

    def wait_until_ready(self) -> None:
        until(lambda: "Clock Solitaire is up." in self.said or self.process.poll() is not None, _START_S)
        assert self.process.poll() is None, self.said

    def wait(self) -> int:
        return self.process.wait(_PATIENCE_S)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.wait()

    def pid(self, part: str) -> int:
        """The process id of "serve", "worker", "valkey" or "postgres"."""
        lock = f"{part}.lock" if part in {"serve", "worker"} else f"{part}/lock"
        numbers: list[int] = []

        def written() -> bool:
            """Who comes next empties the file before writing into it."""
            numbers[:] = map(int, (self.data / lock).read_text().split())
            return bool(numbers)

        until(written)
        return numbers[0]

    def call(
        self, method: str, path: str, body: object = None, *, token: str = "", key: str = "", port: str = "PORT"
    ) -> Answer:
        """One request, under an idempotency key if one is given; an answer of any status."""
        request = Request(f"http://127.0.0.1:{self.environment[port]}{path}", method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if key:
            request.add_header("Idempotency-Key", key)
        try:
            with urlopen(request, timeout=10) as response:  # noqa: S310  always http
                return Answer(response.status, response.read(), "Idempotency-Replayed" in response.headers)
        except HTTPError as error:
            with error:
                return Answer(error.code, error.read())


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: bytes
    replayed: bool = False
    """Whether the request had already been carried out, as far as the answer says."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(slots=True)
class Player:
    """A guest with a game of 44 flips."""

    up: Up
    token: str
    game: str
    acknowledged: int = 1
    """The newest version that an answer named."""

    @classmethod
    def dealt(cls, up: Up) -> Player:
        player = up.call("POST", "/v1/players", {"display_name": "Ada"})
        assert player.status == HTTPStatus.CREATED, player.body
        token = player.json["session"]["token"]
        game = up.call("POST", "/v1/games", {"deal": {"kind": "custom", "deck": DECK.split()}}, token=token)
        assert game.status == HTTPStatus.CREATED, game.body
        return cls(up, token, game.json["id"])

    def state(self) -> Any:
        return self.up.call("GET", f"/v1/games/{self.game}", token=self.token).json

    def step(self) -> bool:
        """Whether a step was acknowledged; one that was goes on from the newest acknowledged version or later."""
        try:
            answer = self.up.call("POST", f"/v1/games/{self.game}/step", token=self.token)
        except (URLError, ConnectionError, TimeoutError):
            return False
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
            assert answer.json["type"] == "/problems/store-unavailable"
            return False
        assert answer.status == HTTPStatus.OK, answer.body
        before, self.acknowledged = self.acknowledged, answer.json["game"]["version"]
        assert self.acknowledged > before
        return True


def until(true: Callable[[], bool], patience_s: float = _PATIENCE_S) -> None:
    """Return when it is true; fail after so many seconds."""
    deadline = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < deadline, f"waited {patience_s:.0f} seconds in vain"
        time.sleep(0.02)
