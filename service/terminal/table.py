"""A game played over the API, with what happens told to whoever sits at the terminal."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from service.game.game import Game as Fate
from service.terminal.errors import Failed
from service.terminal.proof import Proof

if TYPE_CHECKING:
    from service.terminal.face import Game
    from service.terminal.server import Server


def deal(server: Server, variant: str, server_seed: str | None, client_seed: str | None) -> Game:
    """A new game: of a known server seed, or else ranked, committed to before the client seed is told.

    `Failed` when the service does not keep to its commitment.
    """
    if server_seed is not None:
        known = {"kind": "seed", "server_seed": server_seed, "client_seed": client_seed or ""}
        return server.post("/v1/games", {"variant": variant, "deal": known})
    promise = server.post("/v1/commitments")
    stirred = secrets.token_hex(8) if client_seed is None else client_seed
    random = {"kind": "random", "client_seed": stirred, "commitment_id": promise["id"]}
    game = server.post("/v1/games", {"variant": variant, "deal": random})
    if game["commitment"] != promise["commitment"]:
        raise Failed("the service dealt from another seed than the one it had committed to")
    return game


def move(server: Server, game: Game, kind: str) -> Game:
    """The game after a ``step`` or an ``autoplay``."""
    after: Game = server.post(f"/v1/games/{game['id']}/{kind}")["game"]
    return after


def fault(server: Server, game: Game) -> str | None:
    """Why an ended game was not dealt as promised, recomputed here; None when it was."""
    document = server.get(f"/v1/games/{game['id']}/proof")
    proof = Proof.of(document | {"rules": game["rules"]})
    if proof.commitment != game["commitment"]:
        return "the proof is of another commitment than the game's"
    fate = Fate(proof.deal, proof.rules).autoplay()
    if game["status"] != "abandoned" and (fate.flips, fate.hidden) != (game["flips"], game["hidden"]):
        return "the deck leads to another end than the game's"
    return proof.fault()


def result(game: Game) -> str:
    """What came of an ended game, line by line."""
    ended: dict[str, Any] = game["result"]
    lines = [f"{ended['outcome'].capitalize()}: {ended['flips']} flips, {ended['hidden']} cards left face down."]
    if ended["title"]:
        lines.append(f"You are {ended['title']}.")
    lines.append(f"Luck of the deal: better than {ended['luck']:.1f} % of all deals.")
    if ended["ledger"]:
        points = ended["ledger"]
        lines += [f"  {line:<10}{points[line]:>7,}" for line in points if line != "total" and points[line]]
        lines.append(f"  {'total':<10}{points['total']:>7,}")
    return "\n".join(lines)
