"""Clients that play ranked games of all kinds, and repeat every request under its key until it is answered."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from typing import TYPE_CHECKING
from urllib.error import URLError

from tests.e2e.running import until
from tests.faults.history import History, Played, Timed, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.running import Answer, Up
    from tests.faults.history import Json

GUESTS = 3
"""Players of each client, who take turns."""
PATIENCE_S = 300.0
PAUSE_S = 0.02
"""Between two requests of a client: these experiments are no measurement of speed."""
AGAIN_S = 0.05
ALL = 200
"""More moves than any game has."""
RENAMED_EVERY = 4
REDIRECT, AWAY, DONE = 300, 503, frozenset({401, 409})

KINDS: tuple[tuple[str, Json], ...] = (
    ("step", {"variant": "standard"}),
    ("autoplay", {"variant": "watch"}),
    ("autoplay", {"variant": "big_clock"}),
    ("place", {"variant": "standard", "mode": "placement"}),
    ("autoplay", {"variant": "perpetual"}),
    ("give up", {"variant": "standard"}),
    ("autoplay", {"variant": "standard"}),
    ("autoplay", {"variant": "watch_fork"}),
    ("autoplay", {"variant": "standard"}),
    ("autoplay", {"variant": "standard"}),
)
"""How a game is played, and its order; a client's games go round."""

DAILY: tuple[str, Json] = ("place", {"variant": "standard", "mode": "placement", "deal": {"kind": "daily"}})


@dataclass(slots=True)
class Guest:
    player_id: str
    token: str
    games: int = 0


@dataclass(slots=True)
class Client:
    """One of those who play at once. What it was told is its `history`."""

    up: Up
    number: int
    lifetime: int = 0
    """So many games after which a guest is erased and another comes; 0 keeps them all."""
    history: History = field(default_factory=History)
    guests: list[Guest] = field(default_factory=list)
    fault: BaseException | None = None
    _keys: Iterator[int] = field(default_factory=count)

    def join(self) -> None:
        """Sign up with all guests."""
        self.guests = [self._guest() for _ in range(GUESTS)]

    def play(self, stopping: threading.Event) -> None:
        """Game after game until told to stop, the last one to its end."""
        try:
            for number in count(self.number):
                if stopping.is_set():
                    return
                self._play_one(number)
        except BaseException as fault:  # noqa: BLE001  whoever joins this thread looks at it
            self.fault = fault

    def _guest(self) -> Guest:
        name = f"Guest {self.number}"
        told = self._ask("", "POST", "/v1/players", {"display_name": name}, keyed=False).json
        self.history.names[told["player"]["id"]] = name
        return Guest(told["player"]["id"], told["session"]["token"])

    def _play_one(self, number: int) -> None:
        at = number % GUESTS
        guest = self.guests[at]
        how, order = KINDS[number % len(KINDS)] if guest.games else DAILY
        guest.games += 1
        game = self._ask(guest.token, "POST", "/v1/games", order).json
        played = self.history.games[game["id"]] = Played(guest.player_id, game, [game["version"]])
        _WAYS[how](self, guest.token, played)
        if self.lifetime:
            self._move_on(at, guest)

    def step(self, token: str, played: Played) -> None:
        """One move a request."""
        while not played.ended:
            self._turn(token, played, "step", {})

    def place(self, token: str, played: Played) -> None:
        """One card a request, now and then to a wrong pile."""
        while not played.ended:
            home = played.game["hand"]["home"]
            if played.game["version"] % 17 == 0:
                self._turn(token, played, "step", {"pile": home % 13 + 1})
            self._turn(token, played, "step", {"pile": home})

    def autoplay(self, token: str, played: Played) -> None:
        """All of it at once."""
        self._turn(token, played, "autoplay", {})

    def give_up(self, token: str, played: Played) -> None:
        """A few moves, and away."""
        self._turn(token, played, "step", {"count": 3})
        if not played.ended:
            self._ask(token, "DELETE", f"/v1/games/{played.game['id']}", keyed=False)
            played.given_up = True

    def _move_on(self, at: int, guest: Guest) -> None:
        """Guests of the restless are renamed now and then, and erased in the end."""
        if guest.games == self.lifetime:
            self._ask(guest.token, "DELETE", "/v1/players/me", keyed=False)
            self.history.erased.add(guest.player_id)
            self.guests[at] = self._guest()
        elif guest.games % RENAMED_EVERY == 0:
            name = f"Guest {self.number} after {guest.games}"
            self._ask(guest.token, "PATCH", "/v1/players/me", {"display_name": name}, keyed=False)
            self.history.names[guest.player_id] = name

    def _turn(self, token: str, played: Played, verb: str, body: Json) -> None:
        turn = self._ask(token, "POST", f"/v1/games/{played.game['id']}/{verb}", body).json
        played.game = turn["game"]
        played.versions.append(turn["game"]["version"])
        if verb == "step":
            played.moves += turn["moves"]
        played.asked.append(body.get("count", 1) if verb == "step" else ALL)

    def _ask(self, token: str, method: str, path: str, body: Json | None = None, *, keyed: bool = True) -> Answer:
        """The answer, after as many attempts as it takes."""
        key = f"request-{next(self._keys)}" if keyed else ""
        attempts: list[Answer | None] = []

        def tried() -> bool:
            attempts.append(self._try(method, path, body, token, key))
            if attempts[-1] is None:
                time.sleep(AGAIN_S)
            return attempts[-1] is not None

        until(tried, PATIENCE_S)
        answer = attempts[-1]
        assert answer is not None
        # What has no key may have been done although nobody said so, and then is found done.
        found_done = method == "DELETE" and len(attempts) > 1 and answer.status in DONE
        self._note(f"{method} {path}", answer, well=answer.status < REDIRECT or found_done)
        time.sleep(PAUSE_S)
        return answer

    def _try(self, method: str, path: str, body: Json | None, token: str, key: str) -> Answer | None:
        """The answer; None if there is none, or it is that a store is away."""
        began, counts = time.monotonic(), self.history.counts
        try:
            answer = self.up.call(method, path, body, token=token, key=key)
        except (URLError, ConnectionError, TimeoutError, HTTPException):
            counts["lost"] += 1
            return None
        self.history.answers.append(Timed(path, began, time.monotonic() - began, answer.status))
        if answer.status == AWAY and answer.json["type"] == "/problems/store-unavailable":
            counts["refused"] += 1
            return None
        return answer

    def _note(self, what: str, answer: Answer, *, well: bool) -> None:
        self.history.counts["answered"] += 1
        self.history.counts["replayed"] += answer.replayed
        if not well:
            self.history.strange.append(f"{what}: {answer.status} {answer.body!r}")
            raise AssertionError(self.history.strange[-1])


_WAYS: dict[str, Callable[[Client, str, Played], None]] = {
    "step": Client.step,
    "place": Client.place,
    "autoplay": Client.autoplay,
    "give up": Client.give_up,
}


@dataclass(frozen=True, slots=True)
class Load:
    """Clients that are at it."""

    clients: list[Client]

    def total(self, what: str) -> int:
        """How many requests there were of a kind so far: see `History.counts`."""
        return sum(client.history.counts[what] for client in self.clients)

    @property
    def faults(self) -> list[BaseException]:
        return [client.fault for client in self.clients if client.fault]

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Until it is true; a client that met with an error ends the wait."""
        until(lambda: bool(self.faults) or true(), PATIENCE_S)
        assert self.faults == []

    def wait_for_more(self, answers: int) -> None:
        """Until that many more requests have been answered."""
        enough = self.total("answered") + answers
        self.wait_until(lambda: self.total("answered") >= enough)

    @property
    def history(self) -> History:
        return together(client.history for client in self.clients)


@contextmanager
def playing(up: Up, clients: int, *, lifetime: int = 0) -> Iterator[Load]:
    """So many clients at play; at the end each finishes its last game."""
    load, stopping = Load([Client(up, number, lifetime) for number in range(clients)]), threading.Event()
    for client in load.clients:
        client.join()
    threads = [threading.Thread(target=client.play, args=(stopping,)) for client in load.clients]
    for thread in threads:
        thread.start()
    try:
        yield load
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
    assert load.faults == []
