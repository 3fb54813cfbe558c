"""What a player was promised and shown, held against the proof when the game is over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.game.dial import dial
from service.game.errors import BrokenSave
from service.game.game import Game as Fate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.game.dial import Dial, Pile
    from service.game.rules import Rules
    from service.terminal.face import Game
    from service.terminal.proof import Proof

BESIDE_FLIPS = 2
"""How far a position can be ahead of the count of flips: by an exchange, and by a last card that is set."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What was agreed upon before a deal: the service's commitment, and what the player asked for."""

    commitment: str
    client_seed: str | None
    """None where it is made of the seeds of several players."""
    rules: Rules


def fault(proof: Proof, seen: Sequence[Game], promise: Promise | None) -> str | None:
    """Why an ended game was not the one promised and shown, as a sentence; None when it was.

    `seen` are all states of the game that the player was shown. Without a promise, because the game was dealt in an
    earlier sitting, that part remains unchecked.
    """
    return proof.fault() or (promise and _broken(promise, proof)) or _contradicted(seen, proof)


def _broken(promise: Promise, proof: Proof) -> str | None:
    if proof.commitment != promise.commitment:
        return "the proof is of another commitment than the one made before the deal"
    if proof.seeds is None or promise.client_seed not in (None, proof.seeds.client):
        return "the deck was shuffled with another client seed than yours"
    if proof.rules != promise.rules:
        return "the game was played by other rules than the ones asked for"
    return None


def _contradicted(seen: Sequence[Game], proof: Proof) -> str | None:
    for game in seen:
        if game["commitment"] != proof.commitment:
            return "the proof is of another commitment than the game's"
        if _shown(game) not in _possible(game, proof):
            return f"the deck leads to another board than the one shown at flip {game['flips']}"
    return None


def _shown(game: Game) -> tuple[Any, ...]:
    hand = game["hand"]
    piles = [(pile["pile"], pile["face_down"], pile["face_up"], pile["finale"]) for pile in game["piles"]]
    return game["status"], game["hidden"], hand and (hand["from"], hand["card"]), piles


def _possible(game: Game, proof: Proof) -> Iterator[tuple[Any, ...]]:
    """What may have been shown at that flip, after each number of the decisions of which the proof tells."""
    abandoned = game["status"] == "abandoned"
    for decided in range(len(proof.decisions) + 1):
        for cursor in range(game["flips"], game["flips"] + BESIDE_FLIPS + 1):
            with suppress(BrokenSave):
                terms = proof.deal, proof.rules, game["mode"], proof.decisions[:decided]
                fate = Fate(*terms, cursor, abandoned=abandoned)
                yield fate.status, fate.hidden, *_board(dial(fate), fate.rules)


def _board(true: Dial, rules: Rules) -> tuple[Any, ...]:
    hand = true.in_hand and (true.in_hand.pile, true.in_hand.card.code)
    return hand, [
        (pile.number, len(pile.face_down), [card.code for card in pile.face_up], _finale(pile, rules))
        for pile in true.piles
    ]


def _finale(pile: Pile, rules: Rules) -> str | None:
    return pile.face_down[0].code if rules.finales == "face_up" and pile.face_down else None
