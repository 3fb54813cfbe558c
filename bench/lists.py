"""Leaderboards of any size for `bench.scale`, made up inside Postgres."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sqlalchemy import text

from service.storage.postgres.levels import EVERYONE, SPREAD

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.play.boards import Board

VARIANT = "standard"

_VALUES = {
    "fastest_clear": """20000 + floor(CASE WHEN random() < 0.1 THEN 604000000 * power(random(), 3)
                ELSE -40000 * ln(random() + 1e-9) END)""",
    "score": """CASE WHEN random() < 1 / 13.0 THEN 5000 + 10 * floor(100 * random()) + 500 * floor(1.3 * random())
                ELSE least(4999, 100 * floor(51 * sqrt(random()))) END""",
}
"""Times of half a minute to some minutes, and one in ten of up to seven days; scores of which most are alike."""

SMALL_LISTS, IN_A_SMALL_LIST = 2_000, 20
"""Of every board, those of one day each, and who stands in each of them."""

_INDEX = """CREATE INDEX ix_standings_in_order ON standings
    (board, variant, period, start, sort_order, achieved_at, player_id) INCLUDE (value, game_id)"""
_KEYS = """ALTER TABLE standings
    ADD CONSTRAINT pk_standings PRIMARY KEY (player_id, board, variant, period, start),
    ADD CONSTRAINT fk_standings_player_id FOREIGN KEY (player_id) REFERENCES players (id) ON DELETE CASCADE"""


def an_id(millis: str, number: str) -> str:
    """The SQL of a version 7 id made at an instant, one of its own for each number."""
    noise = f"md5({number}::text)"
    return f"(lpad(to_hex({millis}), 12, '0') || '7' || substr({noise}, 1, 3) || '8' || substr({noise}, 4, 15))::uuid"


def player_id(number: str) -> str:
    """The SQL of a player's id; they come one after another, 37 ms apart."""
    return an_id(f"1735689600000 + {number}::bigint * 37", number)


def some_players(connection: Connection, number: int, among: int) -> list[str]:
    """Ids of this many of the first players, hit upon at random, none twice."""
    drawn = random.sample(range(1, among + 1), min(number, among))
    ids = text(f"SELECT {player_id('number')}::text FROM unnest(:numbers) AS number")
    return list(connection.scalars(ids, {"numbers": drawn}))


def add_players(connection: Connection, size: int) -> None:
    """Have this many players, where there were none."""
    connection.execute(
        text(
            f"""INSERT INTO players (id, display_name, secret_digest)
            SELECT {player_id("number")}, 'Player ' || number, decode(md5(number::text) || md5(''), 'hex')
            FROM generate_series(1, {size}) AS number"""
        )
    )


def fill(connection: Connection, boards: list[Board], size: int) -> None:
    """Have every player on each of these boards, of all time, and some in many small lists; nobody was on any."""
    # Keys and the index come when all rows are there: that is many times faster.
    connection.execute(text("DROP INDEX ix_standings_in_order"))
    connection.execute(
        text("ALTER TABLE standings DROP CONSTRAINT pk_standings, DROP CONSTRAINT fk_standings_player_id")
    )
    for board in boards:
        _rank(connection, board, "'all', date '1970-01-01'", f"(SELECT id FROM players LIMIT {size}) AS everyone")
        few = f"(SELECT id FROM players LIMIT {IN_A_SMALL_LIST}) AS few, generate_series(1, {SMALL_LISTS}) AS day"
        _rank(connection, board, "'day', date '2020-01-01' + day", few)
        _count(connection, board)
    connection.execute(text(_KEYS))
    connection.execute(text(_INDEX))


def _rank(connection: Connection, board: Board, span: str, players: str) -> None:
    """Have these players stand in the lists of these spans: both as SQL."""
    sign = "-" if board.better == "more" else ""
    connection.execute(
        text(
            f"""INSERT INTO standings
            SELECT id, '{board.name}', '{VARIANT}', period, start, value, {sign}value,
                '2026-01-01'::timestamptz + floor(random() * 31536000000) * interval '1 ms', id
            FROM (SELECT id, {span}, {_VALUES[board.name]} FROM {players}) AS made (id, period, start, value)"""
        )
    )


def _count(connection: Connection, board: Board) -> None:
    """The counts of a board, as `service.storage.postgres.levels` has them."""
    levels = {0: "sort_order", EVERYONE: "0"}
    if board.bucket is not None:
        fine = f"floor(sort_order / {board.bucket})"
        coarse = f"floor({fine} / {SPREAD})"
        levels |= {1: fine, 2: coarse, 3: f"floor({coarse} / {SPREAD})"}
    for level, bucket in levels.items():
        connection.execute(
            text(
                f"""INSERT INTO standing_counts
                SELECT board, variant, period, start, {level}, {bucket}, count(*) FROM standings
                WHERE board = '{board.name}' GROUP BY 1, 2, 3, 4, 6"""
            )
        )
