"""Whatever a database makes of its sessions, such as another time zone, everything is the same as without that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from service.config import FEWEST_KEPT_DAYS
from service.play.boards import BOARDS
from service.play.days import opens_at
from service.play.ended import ended_of
from service.play.identity import new_id
from service.play.periods import Span
from service.storage.postgres import (
    Database,
    PostgresDailies,
    PostgresLeaderboards,
    PostgresMonths,
    PostgresPlayers,
    PostgresResults,
    PostgresRetention,
    PostgresStatistics,
    PostgresUpkeep,
    migrate,
)
from tests.raced import run
from tests.ranked import NOON, ranked_game
from tests.ranked_games import DAILY_DAYS, INSTANTS
from tests.ranking import lists_of

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from tests.raced import Run
    from tests.ranking import Question

    Played = tuple[list[str], list[GameRecord], list[Run]]

SETTINGS = [
    {"TimeZone": "Asia/Kolkata", "DateStyle": "SQL, DMY", "extra_float_digits": "-15"},
    {"TimeZone": "America/St_Johns", "DateStyle": "German", "client_encoding": "LATIN1", "bytea_output": "escape"},
    {
        "TimeZone": "Pacific/Kiritimati",
        "IntervalStyle": "sql_standard",
        "default_transaction_isolation": "serializable",
    },
]
NAMES = "Zoë ☀", "Bob"


@pytest.fixture(scope="module")
def played() -> Played:
    """Two players with games that ended at the borders of days, weeks and months, and a race on each of two days."""
    players = [new_id() for _ in NAMES]
    games = [
        ranked_game(player, cleared=at % 2 == 0, number=number, at=at, took_ms=61_003 + number, mode=mode)
        for player in players
        for number, at in enumerate(INSTANTS)
        for mode in ("reveal", "placement")
    ]
    games += [
        ranked_game(player, at=opens_at(day) + 1, day=day, took_ms=3) for player in players for day in DAILY_DAYS
    ]
    races = [run(*players, number=number, at=NOON - number * 86_400_000, pace_ms=333) for number in range(2)]
    return players, games, races


def filled(url: str, played: Played) -> Database:
    """A new database with these players and games, of which the second half comes late."""
    players, games, races = played
    migrate.upgrade(url)
    database = Database(url, timeout_ms=10_000)
    results, upkeep = PostgresResults(database), PostgresUpkeep(database)
    for player, name in zip(players, NAMES, strict=True):
        PostgresPlayers(database).add(player, name, bytes(range(32)))
    every = [*games, *(game for one in races for game in one.games)]
    for some in (every[::2], every[1::2]):
        results.record(some)
    results.record_races([one.race for one in races])
    assert list(upkeep.check()) == []
    upkeep.rebuild()
    return database


def rows_of(boards: PostgresLeaderboards, asked: Question) -> list[tuple[Any, ...]]:
    """The first page of a list."""
    page = boards.page(BOARDS[asked.board], asked.variant, Span(asked.period, asked.start), None, 9)
    return [
        (row.place, row.player.id, row.player.display_name, row.value, row.order, row.achieved_at, row.game_id)
        for row in page.rows
    ]


def told(url: str, played: Played) -> dict[str, Any]:
    """All that the ports tell of these games, put into a new database."""
    players, games, races = played
    database = filled(url, played)
    every = [*games, *(game for one in races for game in one.games)]
    results, statistics = PostgresResults(database), PostgresStatistics(database)
    boards = PostgresLeaderboards(database)
    found: dict[str, Any] = {
        "boards": {one: rows_of(boards, one) for one in lists_of(map(ended_of, games))},
        "careers": [statistics.of(player) for player in players],
        "fairness": statistics.fairness(),
        "results": [results.page(player, None, 100) for player in players],
        "races": [results.races(player, None, 100) for player in players],
        "games": [results.find(game.id) for game in every],
        "tallies": [PostgresDailies(database).tallies(day) for day in DAILY_DAYS],
        "months": [(one.month, one.state) for one in PostgresMonths(database).all()],
        "since": PostgresRetention(database, FEWEST_KEPT_DAYS).since(),
    }
    PostgresDailies(database).prepare(DAILY_DAYS[0])
    found["seeds"] = {name: len(seed) for name, seed in PostgresDailies(database).seeds(DAILY_DAYS[0]).items()}
    database.close()
    return found


@pytest.fixture(scope="module")
def usual(module_database_url: str, played: Played) -> dict[str, Any]:
    return told(module_database_url, played)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings["TimeZone"])
def test_everything_is_the_same_whatever_sessions_begin_with(
    own_database_url: str, played: Played, usual: dict[str, Any], settings: dict[str, str]
) -> None:
    url = make_url(own_database_url)
    with psycopg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False)) as connection:
        change = sql.SQL("ALTER DATABASE {} SET {} = {}")
        for name, value in settings.items():
            connection.execute(change.format(sql.Identifier(url.database or ""), sql.Identifier(name), value))
    found = told(own_database_url, played)
    assert [part for part, what in found.items() if what != usual[part]] == []
