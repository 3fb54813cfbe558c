"""A game played over the API, with what happens told to whoever sits at the terminal."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from service.game.rules import VARIANTS
from service.game.shuffle import Seeds
from service.terminal.errors import Failed
from service.terminal.proof import Proof
from service.terminal.witness import Promise

if TYPE_CHECKING:
    from service.terminal.face import Game
    from service.terminal.server import Server


def deal(server: Server, variant: str, server_seed: str | None, client_seed: str | None) -> tuple[Game, Promise]:
    """A new game and what was agreed upon: of a known server seed, or else ranked, committed to before the client's.

    `Failed` when the service does not keep to its commitment.
    """
    if server_seed is not None:
        known = {"kind": "seed", "server_seed": server_seed, "client_seed": client_seed or ""}
        game = server.post("/v1/games", {"variant": variant, "deal": known})
        seeds = Seeds(bytes.fromhex(server_seed), client_seed or "")
        return game, Promise(seeds.commitment, seeds.client, VARIANTS[variant])
    committed = server.post("/v1/commitments")
    stirred = secrets.token_hex(8) if client_seed is None else client_seed
    random = {"kind": "random", "client_seed": stirred, "commitment_id": committed["id"]}
    game = server.post("/v1/games", {"variant": variant, "deal": random})
    if game["commitment"] != committed["commitment"]:
        raise Failed("the service dealt from another seed than the one it had committed to")
    return game, Promise(committed["commitment"], stirred, VARIANTS[variant])


def move(server: Server, game: Game, kind: str) -> Game:
    """The game after a ``step`` or an ``autoplay``."""
    after: Game = server.post(f"/v1/games/{game['id']}/{kind}")["game"]
    return after


def proof(server: Server, game: Game) -> Proof:
    """The proof of an ended game, under the rules that it says or else those that were shown."""
    return Proof.of({"rules": game["rules"]} | server.get(f"/v1/games/{game['id']}/proof"))


def result(game: Game) -> str:
    """What came of an ended game, in a line, and its points in another."""
    ended: dict[str, Any] = game["result"]
    outcome = f"{ended['outcome'].capitalize()}: {ended['flips']} flips, {ended['hidden']} cards left face down"
    lines = [f"{outcome}, luckier than {ended['luck']:.1f} % of all deals."]
    if ended["ledger"]:
        points = ", ".join(
            f"{name} {number:,}" for name, number in ended["ledger"].items() if number or name == "total"
        )
        title = f" You are {ended['title']}." if ended["title"] else ""
        lines.append(f"Points: {points}.{title}")
    return "\n".join(lines)
