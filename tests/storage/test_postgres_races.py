"""What only a real database shows of races: many workers at once, and boards computed anew from what is stored."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy import select, text

from service.play.boards import BOARDS
from service.play.periods import EPOCH, Span, spans_of
from service.play.results import UnrecordableResult
from service.storage.postgres import Database, PostgresPlayers, PostgresResults, PostgresUpkeep
from service.storage.postgres.race_tables import race_entries, races
from tests.builders import id_at, now
from tests.raced import Run, run, timed_out
from tests.ranked import NOON, Rankers, fake_rankers, postgres_rankers
from tests.storage.test_postgres_leaderboards import rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

FORGET = "TRUNCATE standings, standing_counts, digests, fairness, daily_fates"
HOUR = 3_600_000


@pytest.fixture
def database(migrated_url: str) -> Iterator[Database]:
    """A way for many threads, who may have to wait for each other."""
    database = Database(migrated_url, timeout_ms=60_000, pool_size=12)
    yield database
    database.close()


@pytest.fixture
def rankers(database: Database) -> Rankers:
    return postgres_rankers(database)


def some_races(random: Random, players: Sequence[str], count: int) -> list[Run]:
    """Races of two to four of these players, of all kinds, around the same days."""
    found = []
    for number in range(count):
        racers = random.sample(players, random.randrange(2, 5))
        at = NOON + random.randrange(-5, 5) * 8 * HOUR + random.randrange(10)
        if random.random() < 0.1:
            found.append(timed_out(*racers, number=number, at=at))
            continue
        found.append(
            run(
                *racers,
                number=number,
                at=at,
                pace_ms=random.choice([200, 300, 301]),
                forfeits=[racer for racer in racers if random.random() < 0.2],
                variant=random.choice(["standard", "big_clock", "perpetual"]),
                decks=random.choice(["own", "shared"]),
            )
        )
    return found


def deliveries(random: Random, runs: Sequence[Run]) -> list[tuple[str, list[Any]]]:
    """All races and games, each in two batches among others, in a mixed order."""
    parts: list[tuple[str, Any]] = [("race", one.race) for one in runs]
    parts += [("game", game) for one in runs for game in one.games]
    batches = []
    for _ in range(2):
        random.shuffle(parts)
        for kind in ("race", "game"):
            some = [part for which, part in parts if which == kind]
            batches += [(kind, some[at : at + 7]) for at in range(0, len(some), 7)]
    random.shuffle(batches)
    return batches


def deliver(results: Any, batch: tuple[str, list[Any]]) -> None:
    kind, some = batch
    (results.record if kind == "game" else results.record_races)(some)


def execute(database: Database, statement: str) -> None:
    with database.transaction() as connection:
        connection.execute(text(statement))


def stored(database: Database) -> list[set[tuple[Any, ...]]]:
    """Everything that is stored of races, but for when."""
    with database.transaction() as connection:
        about = select(*(one for one in races.c if one.name != "recorded_at"))
        return [{tuple(row) for row in connection.execute(asked)} for asked in (about, select(race_entries))]


def test_many_workers_at_once_leave_the_same_rows_whatever_comes_when_and_how_often(
    database: Database, rankers: Rankers
) -> None:
    random = Random("races")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(7)]
    rankers.players.ban(crowd[0])
    rankers.players.erase(crowd[1])
    runs = some_races(random, crowd, 40)
    with ThreadPoolExecutor(10) as workers:
        list(workers.map(lambda batch: deliver(PostgresResults(database), batch), deliveries(random, runs)))
    found = rows(database), stored(database)
    assert list(PostgresUpkeep(database).check()) == []
    execute(database, f"{FORGET}, results, races CASCADE")
    for one in runs:
        rankers.results.record(one.games)
        rankers.results.record_races([one.race])
    assert (rows(database), stored(database)) == found
    assert len(found[1][0]) == 40


def test_the_boards_of_races_say_what_counting_everything_anew_says(rankers: Rankers) -> None:
    random = Random("twins of races")  # noqa: S311  nothing in a test is secret
    fake = fake_rankers()
    crowd = [rankers.players.get(rankers.join(f"player {number}")) for number in range(6)]
    for player in crowd:
        fake.players.add(player.id, player.display_name, b"")
    runs = some_races(random, [player.id for player in crowd], 50)
    for batch in deliveries(random, runs):
        deliver(rankers.results, batch)
        deliver(fake.results, batch)
    filled = 0
    for board in (BOARDS["sprint_wins"], BOARDS["sprint_pace"]):
        for variant in ("standard", "big_clock", "perpetual"):
            for span in sorted({span for one in runs for span in spans_of(one.race.updated_at)}, key=str):
                told = rankers.boards.page(board, variant, span, None, 100).rows
                right = fake.boards.page(board, variant, span, None, 100).rows
                assert [(row.place, row.value, row.key, row.game_id) for row in told] == [
                    (row.place, row.value, row.key, row.game_id) for row in right
                ]
                filled += bool(told)
    assert filled > 30
    for player in crowd:
        assert rankers.statistics.of(player.id) == fake.statistics.of(player.id)
        assert rankers.results.races(player.id, None, 100) == fake.results.races(player.id, None, 100)
    assert rankers.statistics.fairness() == fake.statistics.fairness()


def test_players_come_and_go_while_races_arrive_and_the_books_stay_right(
    database: Database, rankers: Rankers
) -> None:
    random = Random("coming and going in races")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(10)]
    runs, players = some_races(random, crowd, 30), PostgresPlayers(database)

    def disturb(player_id: str) -> None:
        players.ban(player_id)
        players.unban(player_id)
        if crowd.index(player_id) % 2:
            players.erase(player_id)

    with ThreadPoolExecutor(10) as workers:
        recording = [workers.submit(deliver, PostgresResults(database), batch) for batch in deliveries(random, runs)]
        disturbing = [workers.submit(disturb, player_id) for player_id in crowd]
        upkeep = workers.submit(PostgresUpkeep(database).rebuild)
        wait(works := cast("list[Future[Any]]", [*recording, *disturbing, upkeep]))
    assert [work.exception() for work in works] == [None] * len(works)
    assert list(PostgresUpkeep(database).check()) == []
    shown = rankers.boards.page(BOARDS["sprint_wins"], "standard", Span("all", EPOCH), None, 100).rows
    assert {row.player.id for row in shown} <= set(crowd[::2])
    with database.transaction() as connection:
        linked = set(
            connection.scalars(select(race_entries.c.player_id).where(race_entries.c.player_id.is_not(None)))
        )
    assert linked <= set(crowd[::2])


SPOILT = {
    "a number of wins that is wrong": "UPDATE standings SET value = value + 1, sort_order = sort_order - 1"
    " WHERE board = 'sprint_wins'",
    "wins that are lost": "DELETE FROM standings WHERE board = 'sprint_wins' AND period = 'week'",
    "a pace that is lost": "DELETE FROM standings WHERE board = 'sprint_pace' AND period = 'day'",
    "counts that are wrong": "UPDATE standing_counts SET players = players + 1 WHERE board LIKE 'sprint%'",
    "wins of a variant in which there were none": "INSERT INTO standings SELECT DISTINCT ON"
    " (player_id, period, start) player_id, board, 'twelve_start', period, start, 1, -1, achieved_at, game_id"
    " FROM standings WHERE board = 'sprint_wins'",
    "deals that are counted for every racer": "UPDATE fairness SET deals = deals + 1",
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_wrong_is_told_without_changing_it_and_mended_by_a_rebuild(
    database: Database, rankers: Rankers, what: str
) -> None:
    random = Random("upkeep of races")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(5)]
    for batch in deliveries(random, some_races(random, crowd, 20)):
        deliver(rankers.results, batch)
    rankers.players.ban(crowd[0])
    right, upkeep = rows(database), PostgresUpkeep(database)
    assert list(upkeep.check()) == []
    execute(database, SPOILT[what])
    spoilt = rows(database)
    assert spoilt != right
    assert list(upkeep.check()) != []
    assert rows(database) == spoilt
    assert upkeep.rebuild() == 5
    assert rows(database) == right
    execute(database, FORGET)
    upkeep.rebuild()
    assert rows(database) == right


def test_a_race_whose_entries_were_tampered_with_is_noticed(database: Database, rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    one = run(ann, bob, forfeits=[bob])
    rankers.results.record(one.games)
    rankers.results.record_races([one.race])
    assert list(PostgresUpkeep(database).check()) == []
    execute(database, "UPDATE race_entries SET place = 3 - place, state = 'locked', won = NOT won")
    told = "\n".join(PostgresUpkeep(database).check())
    assert ann in told
    assert bob in told


def test_a_race_that_is_delivered_again_stays_as_it_was(database: Database, rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    one = run(ann, bob)
    rankers.results.record_races([one.race])
    before = stored(database)
    rankers.results.record_races([replace(one.race, ended_at=(one.race.ended_at or 0) + 1)])
    assert stored(database) == before
    assert [len(part) for part in before] == [1, 2]


@pytest.mark.parametrize("years", [-2, 2])
def test_a_race_of_another_time_is_refused(rankers: Rankers, years: int) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    race = run(ann, bob).race
    then = id_at(now() + years * 366 * 24 * HOUR)
    moved = replace(race, id=f"{then[:13]}{race.id[13:]}")
    with pytest.raises(UnrecordableResult):
        rankers.results.record_races([moved])
    assert rankers.results.races(ann, None, 1).items == ()
