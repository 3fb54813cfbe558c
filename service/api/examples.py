"""Examples for the API's description, printed by the very functions that print real answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from service.api import render
from service.game.game import Ending, Game
from service.game.moves import moves
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from service.play.commitments import Commitment
from service.play.identity import Token
from service.play.players import Player
from service.play.record import Change, DealKind, Draft, GameRecord
from service.play.results import RecordedResult, result_of
from service.play.sessions import LinkCode, Session

NOW = 1_782_907_200_000
_DAY_MS = 86_400_000
PLAYER_ID = "0197c5a1-9c00-7b21-8a4d-0d6f3e5b2c47"
GAME_ID = "0197c5a2-1f40-7c05-9be2-71c8a90d5f47"
COMMITMENT_ID = "0197c5a1-f2a8-7d3e-8f06-4b2a9c61e847"
SECRET = "c8Zq1rYk0u3TqGd5mWv7b2nXfJ4sLpA9eHiRoKtUyMw"  # noqa: S105  opens nothing
NEW_SECRET = {"secret": SECRET}
_TOKEN_TEXT = "Jx2mVb7Qe9TfLr4KwZ0sNcYh6PdUg1AoEi3RtXyMvB8"  # noqa: S105  as above


def _seeds(number: int) -> Seeds:
    return Seeds(number.to_bytes(32, "big"), "tea at five")


def _record(seeds: Seeds, flips: int | None = None) -> GameRecord:
    game = Game(shuffle(seeds), Rules())
    draft = Draft(GAME_ID, PLAYER_ID, DealKind.RANDOM, False, seeds, game)
    played = replace(game, cursor=flips or game.last)
    return GameRecord(draft, played, played.flips, NOW, NOW + 850 * (played.flips - 1))


def _first(ending: Ending) -> Seeds:
    """The first example seed whose deal ends so."""
    numbers = range(1, 1000)
    return next(seeds for seeds in map(_seeds, numbers) if _record(seeds).game.outcome.ending is ending)  # type: ignore[union-attr]  # played to its end


def _moves(record: GameRecord) -> list[dict[str, Any]]:
    return [render.move(one) for one in moves(record.game)]


_SEEDS = _first(Ending.LOST)
_OPENED, _THIRD = _record(_SEEDS, 1), _record(_SEEDS, 3)
_WON, _LOST = (replace(_record(_first(ending)), recorded=True) for ending in (Ending.WON, Ending.LOST))

NEW_GAME = render.game(_OPENED)
GAME = render.game(_THIRD)
WON_GAME = render.game(_WON)
TURN = render.turn(Change(_OPENED, _THIRD))
FATE = render.turn(Change(_THIRD, replace(_LOST, recorded=False)))
GAME_PAGE = {"items": [GAME], "next": None}
MOVE_PAGE = {"items": _moves(_THIRD), "next": None}
PROOF = render.proof(_LOST)
COMMITMENT = render.commitment(Commitment(COMMITMENT_ID, _SEEDS.server, NOW + _DAY_MS))

PLAYER = render.player(Player(PLAYER_ID, "Ada", NOW - 60_000))
SESSION = render.session(
    Session(Token(PLAYER_ID, f"{PLAYER_ID}.{_TOKEN_TEXT}"), frozenset(("play", "read")), NOW + 30 * _DAY_MS)
)
WELCOME = {"player": PLAYER, "secret": SECRET, "session": SESSION}
LINK_CODE = render.link_code(LinkCode("47W3K9QZ5T1XHV", NOW + 300_000))
RESULT_PAGE: dict[str, Any] = {
    "items": [
        render.recorded_result(RecordedResult(record.id, record.draft.variant, record.updated_at, result))
        for record in (_LOST,)
        if (result := result_of(record)) is not None
    ],
    "next": None,
}
EXPORT = {"player": PLAYER, "games": [GAME], "results": RESULT_PAGE["items"]}

SIGN_INS = (
    ("With the secret", {"player_id": PLAYER_ID, "secret": SECRET}),
    ("With a link code, to look only", {"link_code": LINK_CODE["code"], "scopes": ["read"]}),
)
DEAL_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("A ranked standard game", {}),
    ("With a seed of your own", {"deal": {"kind": "random", "client_seed": "tea at five"}}),
    ("With a commitment", {"deal": {"kind": "random", "client_seed": "tea", "commitment_id": COMMITMENT_ID}}),
    ("The Big Clock, for practice", {"variant": "big_clock", "practice": True}),
    ("Rules of your own", {"rules": {"opening_pile": 12, "dealing": "packets"}}),
    ("From known seeds", {"deal": {"kind": "seed", "server_seed": "00" * 31 + "01", "client_seed": "tea at five"}}),
    ("These very cards", {"deal": {"kind": "custom", "deck": shuffle(_SEEDS).codes()}}),
)
