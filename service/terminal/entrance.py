"""How one comes into a race, and what was promised of the deal by then."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from service.game.rules import VARIANTS
from service.terminal.course import entry_of, is_over
from service.terminal.errors import Failed
from service.terminal.witness import Promise

if TYPE_CHECKING:
    from service.terminal.course import Race
    from service.terminal.server import Server


@dataclass(frozen=True, slots=True)
class Place:
    """A race, who sits in it or watches, and what was promised before the deal; None where that is not known here."""

    race: Race
    player_id: str
    promise: Promise | None = None
    code: str | None = None
    guest: str = ""
    """As whom the player was signed in, if not as usual."""

    @property
    def is_seated(self) -> bool:
        """Whether it is a racer's."""
        return entry_of(self.race, self.player_id) is not None

    @property
    def way_back(self) -> list[str]:
        """What to say on the command line to come here again."""
        which = [self.race["id"]] if self.is_seated else ["--watch", self.race["id"]]
        code = ["--code", self.code] if self.code else []
        return [*which, *code, *(["--as", self.guest] if self.guest else [])]


def watched(server: Server, race_id: str, code: str | None) -> Place:
    """A place beside the track."""
    return Place(_seen(server, race_id, code), own_id(server), code=code)


def made(server: Server, terms: dict[str, Any], client_seed: str | None) -> Place:
    """The first seat of a new race. The seed comes in after the commitments."""
    race = server.post("/v1/races", terms)
    return _joined(server, race, own_id(server), race["join_code"], client_seed)


def joined(server: Server, race_id: str, code: str | None, client_seed: str | None) -> Place:
    """A seat in this race, or the one that the player has there."""
    race, player_id = _seen(server, race_id, code), own_id(server)
    if entry_of(race, player_id):
        return Place(race, player_id, code=code)
    return _joined(server, race, player_id, code, client_seed)


def quick(server: Server, wishes: dict[str, Any], client_seed: str | None) -> Place:
    """A seat in any open race like this."""
    player_id = own_id(server)
    lobby = server.get("/v1/races?limit=100")["items"]
    known = {race["id"] for race in lobby if entry_of(race, player_id)}
    race = server.post("/v1/races/quick", wishes)
    if race["id"] in known or is_over(race):
        return Place(race, player_id)
    if race["status"] != "open":  # it was full with this seat, and its deal is made without a seed of the player's
        return Place(race, player_id, _promise(race, player_id, ""))
    return _joined(server, race, player_id, None, client_seed)


def own_id(server: Server) -> str:
    """Whose token the server is asked with."""
    return str(server.get("/v1/players/me")["id"])


def _seen(server: Server, race_id: str, code: str | None) -> Race:
    return server.get(f"/v1/races/{race_id}" + (f"?{urlencode({'code': code})}" if code else ""))


def _joined(server: Server, before: Race, player_id: str, code: str | None, client_seed: str | None) -> Place:
    seed = secrets.token_hex(8) if client_seed is None else client_seed
    wish = {"client_seed": seed} | ({"code": code} if code else {})
    race = server.post(f"/v1/races/{before['id']}/join", wish)
    if race["commitments"] != before["commitments"]:
        raise Failed("the service committed itself to another deal once it knew your seed")
    return Place(race, player_id, _promise(race, player_id, seed), code)


def _promise(race: Race, player_id: str, client_seed: str) -> Promise | None:
    entry = entry_of(race, player_id)
    if entry is None:
        return None
    own = race["decks"] == "own"
    commitment = race["commitments"][entry["seat"] - 1 if own else 0]
    return Promise(commitment, client_seed if own else None, VARIANTS[race["variant"]])
