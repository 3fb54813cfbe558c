"""What is asked while a race is recorded, and of a racer's races, is answered from the rows of those who ran in it.

Small tables are read as a whole however good the indexes are, so one player here has won a thousand races, and others
ran in ten times as many.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.storage.postgres import Database, migrate
from service.storage.postgres.race_lists import tally_of
from service.storage.postgres.tables import results
from tests.raced import run
from tests.ranked import NOON, postgres_rankers
from tests.storage.plans import looked_at, planned, scans, statements, without
from tests.storage.test_results_plans import copied, copies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.raced import Run
    from tests.storage.plans import Statement

RACES = 1_000
"""Of the veteran, one a day."""
OTHERS = 10_000
"""Of others, whose one player has them all."""
MOST_ROWS = 100
"""That any step may come upon which does not count the veteran's wins."""

_NEW_ID = "(left({old}::text, 14) || '7000-8000-' || lpad(to_hex({n}), 12, '0'))::uuid"
_COPIES = """
    INSERT INTO races SELECT {race_id}, capacity, variant, decks, errors, penalty_ms, time_limit_s, visibility, start,
        created_at - {ago}, starts_at - {ago}, ended_at - {ago}
        FROM races, generate_series({first}, {last}) AS n WHERE id = '{race}';
    INSERT INTO race_entries SELECT {entry_id}, seat, player_id, variant, ended_at - {ago}, game_id, state, place,
        time_ms, revealed, errors, won
        FROM race_entries, generate_series({first}, {last}) AS n WHERE race_id = '{race}'
"""


class Veteran:
    """A database in which one player has won many races, and the next one to be recorded."""

    def __init__(self, database: Database) -> None:
        self.database, self.rankers = database, postgres_rankers(database)
        self.id, other, third = (self.rankers.join(name) for name in ("veteran", "other", "third"))
        self._number, self._other = 10, other
        for first, last, one in (
            (1, RACES, run(self.id, other, forfeits=[other])),
            (RACES + 1, RACES + OTHERS, run(other, third, number=1, forfeits=[third])),
        ):
            self.record(one)
            self._copy(one.race.id, first, last)
        with database.statements() as connection:
            connection.execute(text("VACUUM (ANALYZE) races, race_entries, results, players"))

    def next(self) -> Run:
        """Another race that the veteran wins."""
        self._number += 1
        return run(self.id, self._other, number=self._number, at=NOON + self._number, forfeits=[self._other])

    def record(self, one: Run) -> None:
        self.rankers.results.record(one.games)
        self.rankers.results.record_races([one.race])

    def _copy(self, race_id: str, first: int, last: int) -> None:
        ago = "n * interval '1 day'"
        ids = {name: _NEW_ID.format(old=old, n="n") for name, old in (("race_id", "id"), ("entry_id", "race_id"))}
        with self.database.transaction() as connection:
            for statement in _COPIES.format(race=race_id, first=first, last=last, ago=ago, **ids).split(";\n"):
                connection.execute(text(statement))
            game_id = _NEW_ID.format(old="one.game_id", n=f"n + {first}")
            games = copies(last - first, "results", f"one.game_id = '{race_id[:-4]}01{race_id[-2:]}'")
            connection.execute(text(copied(results, games, game_id=game_id)))


@pytest.fixture(scope="module")
def veteran(module_database_url: str) -> Iterator[Veteran]:
    migrate.upgrade(module_database_url)
    database = Database(module_database_url, timeout_ms=60_000)
    yield Veteran(database)
    database.close()


def asked(table: str, ask: Callable[[], object]) -> list[Statement]:
    """What is read of a table meanwhile, to be asked again."""
    found = [one for one in statements(ask) if one[0].startswith("SELECT") and table in one[0]]
    assert found
    return found


def recording(veteran: Veteran) -> list[Statement]:
    """What is read when another race of the veteran is recorded."""
    one = veteran.next()
    return [
        *asked("results", partial(veteran.rankers.results.record, one.games)),
        *asked("race_entries", partial(veteran.rankers.results.record_races, [one.race])),
    ]


def test_recording_a_race_reads_no_table_as_a_whole_and_nothing_of_strangers(veteran: Veteran) -> None:
    said = recording(veteran)
    with veteran.database.transaction() as connection:
        made = planned(connection, said)
    assert scans(made) == []
    counted = {step.get("Index Name") for step in made if looked_at(step) > MOST_ROWS} - {None}
    assert counted <= {"ix_race_entries_wins"}
    assert max(map(looked_at, made)) <= 4 * (RACES + 10)


def test_a_racers_tally_reads_nothing_of_strangers(veteran: Veteran) -> None:
    with veteran.database.transaction() as connection:
        said = asked("race_entries", partial(tally_of, connection, veteran.id))
        made = planned(connection, said)
    assert scans(made) == []
    assert max(map(looked_at, made)) <= RACES + 10


def test_an_index_that_is_missing_is_noticed(veteran: Veteran) -> None:
    said = recording(veteran)
    with without(veteran.database, "DROP INDEX ix_race_entries_wins") as connection:
        made = planned(connection, said)
    at_length = {step.get("Index Name") for step in made if looked_at(step) > MOST_ROWS}
    assert scans(made) or at_length - {None, "ix_race_entries_wins"}
