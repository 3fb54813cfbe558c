"""Every page that the router of `main.js` knows, with something to show on each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.web import FOLDER
from tests.e2e.running import until

if TYPE_CHECKING:
    from tests.e2e.running import Up

ROUTES = re.findall(r"^  '?([\w/:]+)'?: '\w+',$", (FOLDER / "main.js").read_text(), re.MULTILINE)
"""As the router spells them: `boards/:board`."""


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to show: a player with a result, a game that is over, an open race."""

    player: str
    game: str
    race: str

    @classmethod
    def made(cls, up: Up) -> Known:
        ada = _made(up, "/v1/players", {"display_name": "Ada"})
        token = ada["session"]["token"]
        game = _made(up, "/v1/games", {}, token)["id"]
        up.call("POST", f"/v1/games/{game}/autoplay", {}, token=token)
        until(lambda: bool(up.call("GET", f"/v1/games/{game}", token=token).json["result"]["recorded"]))
        return cls(ada["player"]["id"], game, _made(up, "/v1/races", {"capacity": 2}, token)["id"])

    def address(self, route: str) -> str:
        """A route with its parameter filled in: `/#/boards/score`."""
        fills = {
            "rules/:variant": "watch",
            "race/:id": self.race,
            "boards/:board": "score",
            "players/:id": self.player,
            "verify/:id": self.game,
        }
        return f"/#/{re.sub(':.*', lambda _: fills[route], route)}"


def _made(up: Up, path: str, body: object, token: str = "") -> Any:
    answer = up.call("POST", path, body, token=token)
    assert answer.status == 201, answer.body
    return answer.json
