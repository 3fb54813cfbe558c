"""Ready-made things for tests that need one and do not care which.

Deals are the same for the same `number`, and different for different ones.
"""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from service.play.caller import Caller, Once
from service.play.days import day_at
from service.play.identity import Token, new_id
from service.play.players import Player
from service.play.record import DealKind, Draft, GameRecord

if TYPE_CHECKING:
    from datetime import date

    from service.game.deal import Deal
    from service.game.decisions import Decision
    from service.game.game import Mode

OPENED_AT = 1_767_225_600_000
"""The first instant of 2026."""


def now() -> int:
    """This instant in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def id_at(millis: int) -> str:
    """An id made at that instant."""
    return str(UUID(int=millis << 80 | UUID(new_id()).int & (1 << 80) - 1))


def some_seeds(number: int = 0) -> Seeds:
    return Seeds(sha256(f"seed {number}".encode()).digest(), f"client {number}")


def a_deal(number: int = 0, decks: int = 1) -> Deal:
    return shuffle(some_seeds(number), decks)


def a_game(
    number: int = 0,
    rules: Rules | None = None,
    *,
    mode: Mode = "reveal",
    decisions: tuple[Decision, ...] = (),
    cursor: int = 1,
) -> Game:
    rules = rules or Rules()
    return Game(a_deal(number, rules.decks), rules, mode, decisions, cursor)


def a_draft(
    player_id: str | None = None,
    number: int = 0,
    *,
    kind: DealKind = DealKind.RANDOM,
    rules: Rules | None = None,
    practice: bool = False,
    mode: Mode = "reveal",
    day: date | None = None,
    start: int = 1,
) -> Draft:
    """A game about to be opened by the player; a ranked one by default. `start` is for imported ones.

    A daily one is of this very day by the real clock, which is years after the first day of the fakes.
    """
    owner = player_id or new_id()
    seeds = None if kind in (DealKind.CUSTOM, DealKind.IMPORT) else some_seeds(number)
    day = (day or day_at(now())) if kind is DealKind.DAILY else None
    return Draft(new_id(owner), owner, kind, practice, seeds, a_game(number, rules, mode=mode, cursor=start), day)


def a_record(draft: Draft | None = None, *, opened_at: int = OPENED_AT) -> GameRecord:
    """A game as it was opened."""
    draft = draft or a_draft()
    return GameRecord(draft, draft.game, version=1, opened_at=opened_at, updated_at=opened_at)


def ended_game(
    player_id: str | None = None,
    *,
    game_id: str | None = None,
    opened_at: int | None = None,
    elapsed_ms: int = 60_000,
    client_seed: str = "",
    rules: Rules | None = None,
    mode: Mode = "reveal",
    abandoned: bool = False,
) -> GameRecord:
    """A ranked game from a random deal, played to its end by the best decisions, or given up after its first flip."""
    rules = rules or Rules()
    opened_at = now() - elapsed_ms if opened_at is None else opened_at
    seeds = Seeds(secrets.token_bytes(32), client_seed)
    game = Game(shuffle(seeds, rules.decks), rules, mode)
    draft = Draft(game_id or id_at(opened_at), player_id or new_id(), DealKind.RANDOM, False, seeds, game)
    ended = game.abandon() if abandoned else autoplay(game)
    return a_record(draft, opened_at=opened_at).changed(ended, opened_at + elapsed_ms)


def a_player(name: str = "Ada", *, created_at: int = OPENED_AT) -> Player:
    return Player(new_id(), name, created_at)


def a_caller(
    token: Token | None = None, *, once: Once | None = None, if_match: tuple[str, ...] | None = None
) -> Caller:
    """A caller whom no store knows, unless a token is given."""
    return Caller(token or Token.new(new_id()), once, if_match)


def a_once(key: str = "key", payload: str = "payload") -> Once:
    """The conditions of a request with an idempotency key."""
    return Once(sha256(key.encode()).hexdigest(), sha256(payload.encode()).hexdigest())
