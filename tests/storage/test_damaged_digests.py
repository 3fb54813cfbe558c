"""Digests that were damaged where they are stored: told in the log, and made again from what they are made of."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from service.storage.postgres import Database, PostgresUpkeep, migrate
from tests.ranked import NOON, postgres_rankers, ranked_game
from tests.storage.test_postgres_leaderboards import rows, some_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.ranked import Rankers

DAMAGE: list[tuple[str, object]] = [
    ("{0}", 99),
    ("{0}", 2.5),
    ("{4}", -1),
    ("{8,0}", 7),
    ("{8,0,1}", "many"),
    ("{9}", []),
    ("{9,0}", "x"),
    ("{10,3,2}", "nonsense"),
    ("{10,3,1}", 10**18),
    ("{11}", None),
    ("{11}", "last"),
    ("{11,1}", "nobody's"),
]
WHERE = [["all"], ["all", "month"], ["day", "week"], ["all", "month", "week", "day"]]


@pytest.fixture
def database(own_database_url: str) -> Iterator[Database]:
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=20_000)
    yield database
    database.close()


@pytest.fixture
def rankers(database: Database) -> Rankers:
    return postgres_rankers(database)


def damage(database: Database, path: str, value: object, periods: list[str]) -> None:
    change = text(
        "UPDATE digests SET body = jsonb_set(body, CAST(:path AS text[]), CAST(:value AS jsonb))"
        " WHERE period = ANY (:periods)"
    )
    with database.transaction() as connection:
        changed = connection.execute(change, {"path": path, "value": json.dumps(value), "periods": periods})
        assert changed.rowcount > 0


def test_a_profile_tells_what_is_right_whatever_is_stored_as_its_digest(database: Database, rankers: Rankers) -> None:
    ann = rankers.join()
    rankers.results.record(some_games(Random("damage"), [ann], 30))  # noqa: S311  nothing in a test is secret
    right, stored = rankers.statistics.of(ann), rows(database)
    for number, (path, value) in enumerate(DAMAGE):
        periods = WHERE[number % len(WHERE)]
        damage(database, path, value, periods)
        with capture_logs() as logs:
            assert rankers.statistics.of(ann) == right, (path, value, periods)
        told = {(log["event"], log["player_id"]) for log in logs}
        assert told == ({("stored digest damaged", ann)} if "all" in periods else set())
        PostgresUpkeep(database).rebuild()
        assert rows(database) == stored


@pytest.mark.parametrize("periods", WHERE, ids="-".join)
def test_a_result_mends_the_digests_that_it_changes_and_the_places_that_follow_from_them(
    database: Database, rankers: Rankers, periods: list[str]
) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    games = [ranked_game(ann, cleared=number % 3 > 0, number=number, at=NOON + number) for number in range(24)]
    rankers.results.record([*games, ranked_game(bob, cleared=True)])
    for number, (path, value) in enumerate(DAMAGE[::3]):
        damage(database, path, value, periods)
        late, cleared = number % 2 == 0, number % 4 < 2
        at = NOON - 1 - number if late else NOON + 100 + number
        again = [ranked_game(player, cleared=cleared, number=30 + number, at=at) for player in (ann, bob)]
        with capture_logs() as logs:
            rankers.results.record(again)
        assert {log["period"] for log in logs} == set(periods)
        assert list(PostgresUpkeep(database).check()) == [], (path, value)
