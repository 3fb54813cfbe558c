"""Games played over HTTP: for practice, step by step, forward and back; and until only their results are left."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from redis import Redis

from service import stores
from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.play.recording import record_results
from service.storage.postgres import PostgresResults

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.config import Config
    from service.storage.postgres import Database
    from tests.api.client import Client, Json

RISING = ("version", "updated_at")
"""What every change raises, a step back included."""
MODES = ("reveal", "placement")
KEY = {"Idempotency-Key": "once"}
IN_PLAY = ("in_progress", "awaiting_reprieve", "awaiting_fork")


def seed_of(variant: str, wanted: Callable[[Game], bool]) -> str:
    """The server seed of the first deal of a variant whose game, played to its end, is wanted."""
    rules = VARIANTS[variant]
    every = (Seeds(number.to_bytes(32, "big"), "") for number in count(1))
    return next(seeds.server.hex() for seeds in every if wanted(autoplay(Game(shuffle(seeds, rules.decks), rules))))


def is_won(game: Game) -> bool:
    return game.status == "won"


def decides_twice(game: Game) -> bool:
    return len(game.decisions) > 1


def decides(game: Game) -> bool:
    return bool(game.decisions)


def is_restarted(game: Game) -> bool:
    return game.restarts > 0


def practice(client: Client, variant: str, mode: str, wanted: Callable[[Game], bool]) -> Json:
    """A new practice game with the first deal of a variant that is wanted."""
    deal = {"kind": "seed", "server_seed": seed_of(variant, wanted)}
    return client.deal(variant=variant, mode=mode, practice=True, deal=deal)


def turn(client: Client, game: Json, action: str, body: Json | None = None) -> Json:
    """What an action does to a game."""
    answer = client.post(f"/v1/games/{game['id']}/{action}", body)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    done: Json = answer.get_json()
    assert answer.headers["ETag"].strip('"') == str(done["game"]["version"])
    return done


def forward(client: Client, game: Json, *, decline: bool = False) -> Json:
    """The game one step on, or after the last of its choices."""
    last = (game["choices"] or [None])[-1]
    if game["status"] == "awaiting_reprieve":
        done = turn(client, game, "reprieve", {"decline": True} if decline else last)
    elif game["status"] == "awaiting_fork":
        done = turn(client, game, "fork", last)
    else:
        done = turn(client, game, "step", {} if game["mode"] == "reveal" else {"pile": game["hand"]["home"]})
    after: Json = done["game"]
    return after


def back(client: Client, game: Json) -> Json:
    """The game one step or decision back."""
    done = turn(client, game, "undo")
    assert (done["moves"], done["accepted"], done["coach"]) == ([], True, None)
    before: Json = done["game"]
    return before


def board(game: Json) -> Json:
    """All that a step changes and an undo restores."""
    return {name: value for name, value in game.items() if name not in RISING}


def a_wrong_pile(game: Json) -> int:
    """The pile after the right one."""
    home: int = game["hand"]["home"]
    return home % 13 + 1


def settle(config: Config, database: Database) -> None:
    """What the worker does with ended games."""
    live = stores.live_store(config, discarded=pytest.fail)
    while record_results(live.outbox(), PostgresResults(database), 100):
        pass
    live.close()


def forget(config: Config, game_id: str) -> None:
    """Let the game's time in the live store be over."""
    with Redis.from_url(config.redis_url) as redis:
        assert redis.delete(f"{{{game_id[-2:]}}}:game:{game_id}") == 1
