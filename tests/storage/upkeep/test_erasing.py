"""Players of whom there is so much that they are erased in many steps, some of which may fail."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import Engine

from service.play.errors import PlayerNotFound, StoreUnavailable
from service.storage.postgres import Database, PostgresPlayers, PostgresUpkeep, erasing
from tests.raced import run
from tests.ranked import NOON
from tests.storage.plans import steps
from tests.storage.test_postgres_leaderboards import rows, some_games

if TYPE_CHECKING:
    from tests.ranked import Rankers

GAMES = 40
A_STEP = 10


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "ROWS_AT_A_TIME", A_STEP)


def slow_down(database: Database) -> None:
    """Make each result that is unlinked take so long that all of them would take a second."""
    with database.transaction() as connection:
        for statement in _SLOW:
            connection.execute(text(statement))


_SLOW = (
    "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.025); RETURN NEW; END'",
    "CREATE TRIGGER slow BEFORE UPDATE ON results FOR EACH ROW EXECUTE FUNCTION slow()",
)


def test_a_player_with_more_results_than_one_statement_can_unlink_is_erased(
    database: Database, rankers: Rankers, own_database_url: str
) -> None:
    ann, bob = rankers.join(), rankers.join()
    rankers.results.record(some_games(Random("heavy"), [ann], GAMES))  # noqa: S311  nothing in a test is secret
    rankers.results.record(some_games(Random("light"), [bob], 5))  # noqa: S311  nothing in a test is secret
    slow_down(database)
    hasty = Database(own_database_url, timeout_ms=700)
    PostgresPlayers(hasty).erase(ann)
    hasty.close()
    assert linked(database) == {bob: 5, None: GAMES}
    assert everyone(database) == {bob}
    assert list(PostgresUpkeep(database).check()) == []


def linked(database: Database) -> dict[str | None, int]:
    """How many results each player has, and nobody."""
    with database.transaction() as connection:
        found = connection.execute(text("SELECT player_id::text, count(*) FROM results GROUP BY 1"))
        return {row[0]: row[1] for row in found}


def everyone(database: Database) -> set[str]:
    with database.transaction() as connection:
        return set(connection.scalars(text("SELECT id::text FROM players")))


@pytest.fixture(params=range(1, 8))
def broken_off(request: pytest.FixtureRequest, database: Database, rankers: Rankers) -> tuple[str, str]:
    """A player whose erasure was broken off after so many transactions, and another."""
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    rankers.results.record(some_games(Random("half"), [ann, bob], GAMES))  # noqa: S311  nothing in a test is secret
    before = linked(database)
    commits = 0

    def fail(_connection: Any) -> None:
        nonlocal commits
        commits += 1
        if commits > request.param:
            raise StoreUnavailable("postgres")

    event.listen(Engine, "commit", fail)
    with pytest.raises(StoreUnavailable):
        rankers.players.erase(ann)
    event.remove(Engine, "commit", fail)
    assert before.keys() == {ann, bob}
    assert everyone(database) == {ann, bob}
    return ann, bob


def test_an_erasure_that_was_broken_off_leaves_nobody_to_be_seen_and_goes_on_when_it_is_asked_for_again(
    database: Database, rankers: Rankers, broken_off: tuple[str, str]
) -> None:
    ann, bob = broken_off
    assert_unseen(database, rankers, ann)
    late = some_games(Random("late"), [ann], 5)  # noqa: S311  nothing in a test is secret
    before = linked(database)
    rankers.results.record(late)
    assert linked(database).get(ann) == before.get(ann)
    assert_unseen(database, rankers, ann)
    assert list(PostgresUpkeep(database).check()) == []
    right = rows(database)
    assert PostgresUpkeep(database).rebuild() == 1
    assert rows(database) == right
    rankers.players.erase(ann)
    assert linked(database).keys() == {bob, None}
    assert everyone(database) == {bob}
    assert list(PostgresUpkeep(database).check()) == []


def test_whoever_was_left_halfway_is_found_after_a_minute_the_longest_first(
    database: Database, rankers: Rankers
) -> None:
    ann, bob, cleo, _dora = (rankers.join(name) for name in ("Ann", "Bob", "Cleo", "Dora"))
    for player_id in (ann, bob, cleo):
        rankers.players.hide(player_id)
    assert rankers.players.half_erased(10) == []
    age(database, {ann: 70, bob: 3600, cleo: 50})
    assert rankers.players.half_erased(10) == [bob, ann]
    assert rankers.players.half_erased(1) == [bob]
    rankers.players.erase(bob)
    assert rankers.players.half_erased(10) == [ann]


def age(database: Database, seconds: dict[str, int]) -> None:
    """Have the erasures of these players begun so long ago."""
    change = text("UPDATE players SET erased_at = now() - make_interval(secs => :seconds) WHERE id = :id")
    with database.transaction() as connection:
        for player_id, ago in seconds.items():
            connection.execute(change, {"id": player_id, "seconds": ago})


def test_those_who_are_being_erased_are_found_by_an_index_however_many_players_there_are(
    database: Database, rankers: Rankers
) -> None:
    rankers.players.hide(rankers.join())
    with database.transaction() as connection:
        connection.execute(text(_CROWD))
        plans = list(steps(connection, lambda: rankers.players.half_erased(5)))
    assert plans
    assert max(step["Actual Rows"] + step.get("Rows Removed by Filter", 0) for step in plans) <= 1


_CROWD = """
INSERT INTO players (id, display_name, secret_digest)
SELECT gen_random_uuid(), 'Player', decode(repeat('00', 32), 'hex') FROM generate_series(1, 5000)
"""


def assert_unseen(database: Database, rankers: Rankers, player_id: str) -> None:
    """Nobody finds the player, or anything by which they were known."""
    players = rankers.players
    for ask in (players.get, players.secret_digest, players.banned_at, players.ban, players.unban):
        with pytest.raises(PlayerNotFound):
            ask(player_id)
    for change in (
        lambda: players.rename(player_id, "Ann"),
        lambda: players.give_name(player_id, "Ann", locked=True),
        lambda: players.replace_secret(player_id, bytes(32)),
    ):
        with pytest.raises(PlayerNotFound):
            change()
    with database.transaction() as connection:
        names = connection.scalars(text("SELECT display_name FROM players")).all()
        digests = connection.scalars(text("SELECT player_id::text FROM digests")).all()
    assert "Ann" not in names
    assert player_id not in digests


def test_the_races_of_an_erased_player_stay_without_them(database: Database, rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    runs = [run(ann, bob, number=number % 3, at=NOON + number, forfeits=[bob]) for number in range(2 * A_STEP + 3)]
    rankers.results.record_races([one.race for one in runs])
    assert rankers.statistics.of(ann).races.won == len(runs)
    rankers.players.erase(ann)
    assert everyone(database) == {bob}
    with database.transaction() as connection:
        found = connection.execute(text("SELECT player_id::text, count(*) FROM race_entries GROUP BY 1"))
        assert {row[0]: row[1] for row in found} == {bob: len(runs), None: len(runs)}
    assert len(rankers.results.races(bob, None, 100).items) == len(runs)
    assert list(PostgresUpkeep(database).check()) == []
