"""Results replayed from their proofs, with nothing taken from the service but the proof and the times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.deal import Deal
from service.game.decisions import parse_decision
from service.game.game import Game
from service.game.policy import autoplay, fate, first_lock
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds, shuffle
from tests.api.racing import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.api.client import Client, Json


@dataclass(frozen=True)
class Proved:
    """A result as it is told, and the game that its proof leads to."""

    result: Json
    game: Game

    @property
    def id(self) -> str:
        found: str = self.result["game_id"]
        return found

    @property
    def ms(self) -> int:
        found: int = self.result["result"]["elapsed_ms"]
        return found

    @property
    def placed(self) -> bool:
        return self.game.mode == "placement"

    @property
    def cleared(self) -> bool:
        return self.game.status in ("won", "completed") and not self.game.restarts

    @property
    def fated(self) -> bool:
        """Whether the last card of the deal, whatever became of it, is the one that locks it."""
        chain = fate(Game(self.game.deal, self.game.rules)).chain
        return first_lock(chain, self.game.rules) == self.game.rules.cards


def proved(client: Client, result: Json) -> Proved:
    """The result, once its deck is shuffled, its game played, and what is told of it compared."""
    proof, told = asked(client.get(f"/v1/games/{result['game_id']}/proof")), result["result"]
    seeds, rules = Seeds(bytes.fromhex(proof["server_seed"]), proof["client_seed"]), Rules(**proof["rules"])
    assert rules == VARIANTS[result["variant"]]
    assert seeds.commitment == proof["commitment"]
    assert shuffle(seeds, rules.decks).codes() == proof["deck"]
    opening = Game(Deal.parse(proof["deck"]), rules, result["mode"])
    if told["outcome"] == "abandoned":
        game = opening.step(told["flips"] - 1).abandon() if told["flips"] > 1 else opening.abandon()
    else:
        game = _replayed(opening, proof["decisions"])
    figures = game.status, game.flips, game.hidden, game.restarts, game.locking_seen
    assert figures == tuple(told[name] for name in ("outcome", "flips", "hidden", "restarts", "locking_seen"))
    return Proved(result, game)


def _replayed(game: Game, decisions: Sequence[str]) -> Game:
    """The game at its end, by the decisions that its proof tells, each where it was asked for."""
    for decision in decisions:
        if game.choices is None:
            game = autoplay(game, "decision")
        game = game.decide(parse_decision(decision))
    return game if game.outcome else autoplay(game, "decision")
