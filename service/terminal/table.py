"""A game played over the API, with what happens told to whoever sits at the terminal."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.game.rules import VARIANTS
from service.game.shuffle import Seeds
from service.terminal.errors import Failed
from service.terminal.face import chance
from service.terminal.keys import HINT
from service.terminal.proof import Proof
from service.terminal.witness import Promise

if TYPE_CHECKING:
    from service.game.rules import Rules
    from service.terminal.face import Game
    from service.terminal.keys import Turn
    from service.terminal.server import Server

BEST = 5
"""How many ways to decide a hint tells of."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What game the player wants; `rules` beside a variant's own are of the player's making."""

    variant: str
    rules: Rules | None = None
    mode: str = "reveal"
    practice: bool = False
    daily: bool = False

    @property
    def meant(self) -> Rules:
        """The rules that the game is to be played by."""
        return self.rules or VARIANTS[self.variant]

    @property
    def body(self) -> dict[str, Any]:
        """The deal request, but for where the cards come from."""
        terms = {"rules": self.rules.options} if self.rules else {"variant": self.variant}
        return {**terms, "mode": self.mode, "practice": self.practice}


def deal(server: Server, wish: Wish, server_seed: str | None, client_seed: str | None) -> tuple[Game, Promise | None]:
    """A new game and what was agreed upon: of a known server seed, or else committed to before the client's.

    A daily deal is agreed upon with nobody, so there is no promise. `Failed` when the service does not keep to its
    commitment.
    """
    if wish.daily:
        return server.post("/v1/games", {**wish.body, "deal": {"kind": "daily"}}), None
    if server_seed is not None:
        known = {"kind": "seed", "server_seed": server_seed, "client_seed": client_seed or ""}
        game = server.post("/v1/games", {**wish.body, "deal": known})
        seeds = Seeds(bytes.fromhex(server_seed), client_seed or "")
        return game, Promise(seeds.commitment, seeds.client, wish.meant)
    committed = server.post("/v1/commitments")
    stirred = secrets.token_hex(8) if client_seed is None else client_seed
    random = {"kind": "random", "client_seed": stirred, "commitment_id": committed["id"]}
    game = server.post("/v1/games", {**wish.body, "deal": random})
    if game["commitment"] != committed["commitment"]:
        raise Failed("the service dealt from another seed than the one it had committed to")
    return game, Promise(committed["commitment"], stirred, wish.meant)


def take(server: Server, game: Game, turn: Turn) -> tuple[Game, str]:
    """The game after a turn, and what the coach says of it, if anything. A hint changes nothing."""
    place = f"/v1/games/{game['id']}/{turn.path}"
    if turn == HINT:
        return game, _advice(game, server.get(place))
    answer = server.post(place, turn.body)
    return answer["game"], answer["coach"]["why"] if answer["coach"] else ""


def _advice(game: Game, hint: dict[str, Any]) -> str:
    """A hint in words, at a reprieve with the best choices and their odds."""
    ways = [f"{_way(game, choice)}: {chance(choice['odds']['win'])}" for choice in (hint["choices"] or [])[:BEST]]
    return "\n".join((hint["why"], *ways))


def _way(game: Game, choice: dict[str, Any]) -> str:
    if choice["decline"]:
        return "decline"
    label = game["piles"][choice["pile"] - 1]["label"]
    return f"{label}, card {choice['depth']} from the top" if choice["depth"] else str(label)


def proof(server: Server, game: Game) -> Proof:
    """The proof of an ended game, under the rules that it says or else those that were shown."""
    return Proof.of({"rules": game["rules"]} | server.get(f"/v1/games/{game['id']}/proof"))


def result(game: Game) -> str:
    """What came of an ended game, in a line, and its points in another."""
    ended: dict[str, Any] = game["result"]
    left = (
        _counted(ended["restarts"], "restart")
        if ended["outcome"] == "completed"
        else f"{_counted(ended['hidden'], 'card')} left face down"
    )
    outcome = f"{ended['outcome'].capitalize()}: {_counted(ended['flips'], 'flip')}, {left}"
    luck = "" if ended["luck"] is None else f", luckier than {ended['luck']:.1f} % of all deals"
    lines = [f"{outcome}{luck}."]
    if ended["ms_per_placement"] is not None:
        seconds, errors = ended["elapsed_ms"] / 1000, _counted(ended["placement_errors"], "wrong pile")
        # In practice some of the cards, or all, may have been placed by the service.
        how = "Played" if game["practice"] else "Placed by hand"
        lines.append(f"{how} in {seconds:.1f} s, with {errors}.")
    if ended["ledger"]:
        points = ", ".join(
            f"{name} {number:,}" for name, number in ended["ledger"].items() if number or name == "total"
        )
        title = f" You are {ended['title']}." if ended["title"] else ""
        lines.append(f"Points: {points}.{title}")
    return "\n".join(lines)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
