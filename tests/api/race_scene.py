"""Races on stores in memory, where a test lets time pass, and what can be done in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.play.race import COUNTDOWN_MS, LOBBY_MS
from tests.api.client import Client, slug
from tests.api.racing import Racing, race_of

if TYPE_CHECKING:
    from tests.api.client import Json
    from tests.api.conftest import Staged
    from tests.api.contract import Contract

ACTIONS: dict[str, Json] = {
    "join": {},
    "leave": {},
    "ready": {},
    "start": {},
    "kick": {"seat": 2},
    "forfeit": {},
    "rematch": {},
}


class Scene:
    """Racers on stores in memory, where a test lets time pass."""

    def __init__(self, staged: Staged, contract: Contract) -> None:
        self.staged, self._contract = staged, contract
        self.ada, self.bob, self.eve = (self.newcomer(name) for name in ("Ada", "Bob", "Eve"))

    def newcomer(self, name: str) -> Client:
        return Client(self.staged.app, self._contract).registered(name)

    def pass_time(self, millis: int) -> None:
        self.staged.memory.now += millis

    def bring(self, race: Racing, status: str) -> Racing:
        """The race when it stands so."""
        match status:
            case "countdown":
                return race.started()
            case "running":
                return race.running()
            case "finished":
                return race.finished()
            case "cancelled":
                self.pass_time(LOBBY_MS)
        return race

    def race(self, *racers: Client, **terms: Any) -> Racing:
        return race_of(*(racers or (self.ada, self.bob)), pause=lambda _: self.pass_time(COUNTDOWN_MS), **terms)


def refused(race: Racing, racer: Client, action: str, body: Json | None = None) -> tuple[int, str]:
    """How an action is refused; it changes nothing."""
    before = race.seen() | {"server_now": ""}
    answer = racer.post(f"{race.path}/{action}", ACTIONS[action] if body is None else body)
    assert answer.status_code >= 400, answer.get_data(as_text=True)
    assert race.seen() | {"server_now": ""} == before
    return answer.status_code, slug(answer)
