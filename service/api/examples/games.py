"""Examples of standard games in reveal mode, and of what may be asked about them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.api.examples.deals import CLIENT_SEED, NOW, at, opened
from service.api.printing.games import print_game, print_move, print_turn
from service.api.printing.proofs import print_commitment, print_proof
from service.game.policy import autoplay
from service.play.commitments import Commitment
from service.play.record import Change

if TYPE_CHECKING:
    from service.game.game import Game
    from service.play.record import GameRecord

COMMITMENT_ID = "0197c5a1-f2a8-7d3e-8f06-4b2a9c61e847"
_DAY_MS = 86_400_000


def _is_won(game: Game) -> bool:
    return autoplay(game).status == "won"


def _is_lost(game: Game) -> bool:
    return autoplay(game).status == "lost"


def _ended(game: GameRecord) -> GameRecord:
    return replace(at(game, autoplay(game.game)), recorded=True)


_OPENED = opened("standard", _is_lost)
_THIRD = at(_OPENED, _OPENED.game.step(2))
LOST = _ended(_OPENED)
"""A game that was lost, as it is kept."""

NEW_GAME = print_game(_OPENED)
GAME = print_game(_THIRD)
WON_GAME = print_game(_ended(opened("standard", _is_won)))
TURN = print_turn(Change(_OPENED, _THIRD))
FATE = print_turn(Change(_THIRD, replace(LOST, recorded=False)))
GAME_PAGE = {"items": [GAME], "next": None}
MOVE_PAGE = {"items": [print_move(move) for move in _THIRD.log], "next": None}
PROOF = print_proof(LOST)
COMMITMENT = print_commitment(Commitment(COMMITMENT_ID, bytes.fromhex(PROOF["server_seed"]), NOW + _DAY_MS))

DEAL_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("A ranked standard game", {}),
    ("With a seed of your own", {"deal": {"kind": "random", "client_seed": CLIENT_SEED}}),
    ("With a commitment", {"deal": {"kind": "random", "client_seed": "tea", "commitment_id": COMMITMENT_ID}}),
    ("The Big Clock, for practice", {"variant": "big_clock", "practice": True}),
    ("Rules of your own", {"rules": {"opening_pile": 12, "dealing": "packets"}}),
    ("From known seeds", {"deal": {"kind": "seed", "server_seed": "00" * 31 + "01", "client_seed": CLIENT_SEED}}),
    ("These very cards", {"deal": {"kind": "custom", "deck": PROOF["deck"]}}),
)
