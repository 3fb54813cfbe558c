"""How fast results come into a database that has many already, beside plain INSERTs of the same rows."""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import insert, text

from bench.lists import an_id, player_id, some_players
from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from service.play.identity import new_id
from service.play.record import DealKind, Draft, GameRecord
from service.storage.postgres import PostgresResults
from service.storage.postgres.rows import row_of
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from service.storage.postgres import Database

BATCH = 500
BATCHES = 4
ROUNDS = 5
DAYS_BACK = 60

Batch = TypeVar("Batch")


def load_results(connection: Connection, size: int, players_there: int) -> None:
    """Have this many results, of games of the last weeks, all of them lost alike."""
    made = f"""
        SELECT {an_id("at", "n")}, {player_id("player")}, to_timestamp(at / 1000), to_timestamp(at / 1000 + 60)
        FROM (SELECT n, 1 + (n::bigint * 2654435761 % {players_there}) AS player,
            (extract(epoch FROM now()) * 1000)::bigint - {DAYS_BACK}::bigint * 86400000 * n / {size} AS at
            FROM generate_series(1, {size}) AS n) AS numbers"""
    names = "game_id, player_id, opened_at, finished_at"
    facts = {
        "variant": "'standard'",
        "rules": f"'{Rules().code}'",
        "mode": "'reveal'",
        "deal_kind": "'random'",
        "outcome": "'lost'",
        "flips": "42",
        "hidden": "10",
        "locking_seen": "4",
        "locks_at": "42",
        "elapsed_ms": "60000",
        "shuttles": "3",
        "longest_run": "2",
        "placement_errors": "0",
        "restarts": "0",
        "clearance": "0",
        "partial": "4100",
        "speed": "0",
        "chains": "0",
        "cap": "0",
        "deck": "repeat('7H', 52)",
        "server_seed": "decode(repeat('00', 32), 'hex')",
        "client_seed": "''",
    }
    connection.execute(
        text(
            f"INSERT INTO results ({names}, {', '.join(facts)}) "
            f"SELECT made.*, {', '.join(facts.values())} FROM ({made}) AS made ({names})"
        )
    )


def drained(database: Database, among: int) -> tuple[list[float], list[float]]:
    """Games a second in each round, recorded and plainly inserted in turns, after a round that is not counted.

    The same players end a game in every round, so that there is something to add to. There are no digests but theirs:
    `load_results` makes none.
    """
    with database.transaction() as connection:
        players = some_players(connection, BATCH * BATCHES, among)
    keeper, ours, plain = PostgresResults(database), list[float](), list[float]()
    for _ in range(ROUNDS + 1):
        records = [_record(player) for player in players]
        batches = [records[at : at + BATCH] for at in range(0, len(records), BATCH)]
        rows = [[row_of(record) | {"game_id": new_id()} for record in batch] for batch in batches]
        ours.append(_rate(keeper.record, batches))
        plain.append(_rate(partial(_insert, database), rows))
    return ours[1:], plain[1:]


def _rate(work: Callable[[Batch], None], batches: Sequence[Batch]) -> float:
    start = time.perf_counter()
    for batch in batches:
        work(batch)
    return BATCH * BATCHES / (time.perf_counter() - start)


def _insert(database: Database, rows: Sequence[dict[str, Any]]) -> None:
    with database.transaction() as connection:
        connection.execute(insert(results), rows)


def _record(player: str) -> GameRecord:
    seeds, now = Seeds(secrets.token_bytes(32), ""), time.time_ns() // 1_000_000
    opening = Game(shuffle(seeds), Rules())
    draft = Draft(new_id(), player, DealKind.RANDOM, practice=False, seeds=seeds, game=opening)
    opened = GameRecord(draft, opening, version=1, opened_at=now - 60_000, updated_at=now - 60_000)
    return opened.changed(autoplay(opening), now)
