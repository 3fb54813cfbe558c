"""Results, races and digests are found by their indexes, however many games have been played.

One player has had thousands of games and races among many times as many of others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from service.play.days import day_at
from service.storage.postgres import Database, PostgresDailies, PostgresResults, migrate
from service.storage.postgres.race_tables import race_entries, races
from service.storage.postgres.standing_tables import digests
from service.storage.postgres.tables import results
from tests.raced import run
from tests.ranked import NOON, postgres_rankers, ranked_game
from tests.storage.plans import looked_at, planned, scans, statements, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Table

    from service.play.pages import Key
    from tests.storage.plans import Statement

GAMES = 4_000
"""Of the veteran, ten a day."""
OTHERS = 20_000
"""Games of others, all of them daily ones, fifty a day."""
RACES = 2_000
LIMIT = 20
MOST_ROWS = 210
"""That any step may come upon: a page of an export with two racers a race, or the games of a day."""
FEW_ROWS = 100
"""Of a table or month that hardly anyone is in yet, and which is read as a whole."""
DAY_MS = 86_400_000

NO_LIST = "DROP INDEX ix_results_player_id_finished_at_game_id"

_ID = "(left({old}::text, 14) || '7000-8000-' || lpad(to_hex({n}), 12, '0'))::uuid"
_late = count(1)


@dataclass(frozen=True)
class Crowd:
    """A database with all these games, and whom they belong to."""

    url: str
    veteran: str
    game_id: str


def copied(table: Table, source: str, **changed: str) -> str:
    """Rows of `source` put into a table, with some columns made anew from the number `n` of each."""
    names = [one.name for one in table.c if one.computed is None]
    values = ", ".join(changed.get(name, f"one.{name}") for name in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} FROM {source}"  # noqa: S608  our own names


def copies(number: int, of: str, where: str) -> str:
    return f"{of} AS one, generate_series(1, {number}) AS n WHERE {where}"


@pytest.fixture(scope="module")
def crowd(module_database_url: str) -> Crowd:
    migrate.upgrade(module_database_url)
    database = Database(module_database_url, timeout_ms=60_000)
    rankers = postgres_rankers(database)
    veteran, other = rankers.join("veteran"), rankers.join("other")
    game = ranked_game(veteran)
    race = run(veteran, other)
    rankers.results.record([game, ranked_game(other, day=day_at(NOON), number=1), *race.games])
    rankers.results.record_races([race.race])
    with database.transaction() as connection:
        for statement in multiplied(veteran, other):
            connection.execute(text(statement))
    with database.statements() as connection:
        connection.execute(text("VACUUM (ANALYZE) results, races, race_entries, digests, players"))
    database.close()
    return Crowd(module_database_url, veteran, game.id)


def multiplied(veteran: str, other: str) -> Iterator[str]:
    """What makes many games of one, of each player's; and many races, with a digest for every day."""
    back = "one.{name} - n / 10 * interval '1 day' - n % 10 * interval '1 second'"
    times = {name: back.format(name=name) for name in ("opened_at", "finished_at")}
    for player, number, begin, more in (
        (veteran, GAMES, 0, times),
        (other, OTHERS, GAMES, {"day": "one.day - n / 50"}),
    ):
        game_id = _ID.format(old="one.game_id", n=f"n + {begin}")
        where = f"one.player_id = '{player}' AND one.deal_kind <> 'race'"
        yield copied(results, copies(number, "results", where), game_id=game_id, **more)
    race_id, ended = _ID.format(old="one.{name}", n="n"), "one.ended_at - n * interval '1 second'"
    sooner = {name: f"one.{name} - n * interval '1 second'" for name in ("created_at", "starts_at", "ended_at")}
    yield copied(races, copies(RACES, "races", "true"), id=race_id.format(name="id"), **sooner)
    entries = copies(RACES, "race_entries", "true")
    yield copied(race_entries, entries, race_id=race_id.format(name="race_id"), ended_at=ended)
    # Races of the other one alone.
    later = f"n + {RACES}"
    one_race = copies(5 * RACES, "(SELECT * FROM races LIMIT 1)", "true")
    yield copied(races, one_race, id=_ID.format(old="one.id", n=later))
    theirs = f"SELECT min(ctid) FROM race_entries WHERE player_id = '{other}'"  # noqa: S608  our own ids
    one_entry = copies(5 * RACES, "race_entries", f"one.ctid = ({theirs})")
    yield copied(race_entries, one_entry, race_id=_ID.format(old="one.race_id", n=later))
    yield copied(digests, copies(400, "digests", f"period = 'day' AND player_id = '{veteran}'"), start="start - n")


@pytest.fixture
def database(crowd: Crowd) -> Iterator[Database]:
    database = Database(crowd.url, timeout_ms=60_000)
    yield database
    database.close()


def deepest(page: Callable[[str, Key | None, int], Any], player: str) -> Iterator[Key | None]:
    """Where a walk through a list begins, goes on, and ends."""
    yield None
    found = page(player, None, 1_500)
    assert found.next
    yield found.next
    while found.next is not None:
        last = found.next
        found = page(player, last, 1_500)
    yield last


def questions(database: Database, crowd: Crowd) -> Iterator[tuple[str, Callable[[], object]]]:
    stored, player = PostgresResults(database), crowd.veteran
    for name, page in (("results", stored.page), ("races", stored.races)):
        for at, key in enumerate(deepest(page, player)):
            yield f"{name} {at}", partial(page, player, key, LIMIT)
        yield f"{name} exported", partial(page, player, None, 100)
    yield "proof", partial(stored.find, crowd.game_id)
    yield "tally", partial(PostgresDailies(database).tallies, day_at(NOON - 3 * DAY_MS))
    yield "late digest", partial(record_late, stored, player)


def record_late(stored: PostgresResults, player: str) -> None:
    """A game that ended before others of its day, so that the day is digested anew."""
    late = ranked_game(player, number=7, at=NOON - 3 * DAY_MS - 3_600_000 - next(_late))
    stored.record([late])


def reading(ask: Callable[[], object]) -> list[Statement]:
    """The statements of a question that read results and races, and so may be made again."""
    said = [one for one in statements(ask) if one[0].startswith("SELECT")]
    return [one for one in said if "FROM results" in one[0] or "FROM race_entries" in one[0]]


def test_nothing_is_read_as_a_whole_and_no_step_comes_upon_many_rows(database: Database, crowd: Crowd) -> None:
    for asked, ask in questions(database, crowd):
        said = reading(ask)
        assert said, asked
        with database.transaction() as connection:
            made = planned(connection, said)
        assert scans(step for step in made if looked_at(step) > FEW_ROWS) == [], asked
        assert max(map(looked_at, made)) <= MOST_ROWS, asked


def test_a_proof_is_looked_up_in_its_month_alone(database: Database, crowd: Crowd) -> None:
    said = reading(partial(PostgresResults(database).find, crowd.game_id))
    with database.transaction() as connection:
        made = planned(connection, said)
    assert len({step["Relation Name"] for step in made if "Relation Name" in step}) == 1


@pytest.mark.parametrize(
    ("asked", "dropping"),
    [
        ("results 1", NO_LIST),
        ("late digest", NO_LIST),
        ("proof", f"ALTER TABLE results DROP CONSTRAINT pk_results; {NO_LIST}"),
        ("tally", "DROP INDEX ix_results_day_variant"),
        ("races 1", "DROP INDEX ix_race_entries_player_id_ended_at_race_id"),
    ],
)
def test_an_index_that_is_missing_is_noticed(database: Database, crowd: Crowd, asked: str, dropping: str) -> None:
    said = reading(dict(questions(database, crowd))[asked])
    with without(database, dropping) as connection:
        made = planned(connection, said)
    assert scans(made) or max(map(looked_at, made)) > MOST_ROWS
