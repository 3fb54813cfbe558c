"""What only a real database shows of leaderboards: many workers at once, and all computed anew from the results."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy import Engine, event, select, text

from service.game.rules import VARIANTS
from service.play.boards import BOARDS
from service.play.days import day_at
from service.play.periods import EPOCH, Span, spans_of
from service.storage.postgres import (
    Database,
    PostgresPlayers,
    PostgresResults,
    PostgresUpkeep,
)
from service.storage.postgres.standing_tables import daily_fates, digests, fairness, standing_counts, standings
from tests.played import played_game
from tests.ranked import NOON, Rankers, fake_rankers, postgres_rankers, ranked_game
from tests.storage.spoilt import SPOILT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from sqlalchemy import Connection

    from service.game.game import Mode
    from service.play.record import GameRecord

COMPUTED = standings, standing_counts, digests, fairness, daily_fates


@pytest.fixture
def crowded(migrated_url: str) -> Iterator[Database]:
    """A way to the database for many threads, who may have to wait for each other."""
    database = Database(migrated_url, timeout_ms=60_000, pool_size=12)
    yield database
    database.close()


@pytest.fixture
def rankers(crowded: Database) -> Rankers:
    return postgres_rankers(crowded)


def rows(database: Database) -> dict[str, set[tuple[Any, ...]]]:
    """Everything that is computed from results."""
    with database.transaction() as connection:
        return {table.name: {tuple(map(str, row)) for row in connection.execute(select(table))} for table in COMPUTED}


def some_games(random: Random, players: Sequence[str], count: int) -> list[GameRecord]:
    """Games of these players, many of them of the same few minutes."""
    return [some_game(random, random.choice(players)) for _ in range(count)]


def some_game(random: Random, player_id: str) -> GameRecord:
    """Of a daily deal there is one, whoever plays it."""
    day = random.choice([None, None, day_at(NOON)])
    modes: list[Mode] = ["reveal", "placement"]
    return ranked_game(
        player_id,
        cleared=day is None and random.random() < 0.5,
        number=random.randrange(20) if day is None else 0,
        at=NOON + random.randrange(-5, 5) * 8 * 3_600_000 + random.randrange(10),
        took_ms=random.choice([30_000, 30_000, 61_234, 3_000_000]),
        variant=random.choice(["standard", "perpetual", "watch"]),
        mode=random.choice(modes),
        abandoned=random.random() < 0.1,
        day=day,
    )


def test_every_board_says_what_counting_everything_anew_says(rankers: Rankers) -> None:
    random = Random("twins")  # noqa: S311  nothing in a test is secret
    fake = fake_rankers()
    crowd = [rankers.players.get(rankers.join(f"player {number}")) for number in range(6)]
    for player in crowd:
        fake.players.add(player.id, player.display_name, b"")
    ids = [player.id for player in crowd]
    games = some_games(random, ids, 250)
    games += [played_game(random, variant, "placement", player_id=random.choice(ids)) for variant in VARIANTS] * 2
    for at in range(0, len(games), 40):
        rankers.results.record(games[at : at + 40])
        fake.results.record(games[at : at + 40])
    spans = sorted({span for game in games for span in spans_of(game.updated_at)}, key=str)
    filled = 0
    for board in BOARDS.values():
        for variant in board.variants:
            for span in spans:
                told = rankers.boards.page(board, variant, span, None, 100).rows
                right = fake.boards.page(board, variant, span, None, 100).rows
                assert [(row.place, row.value, row.order, row.key, row.game_id) for row in told] == [
                    (row.place, row.value, row.order, row.key, row.game_id) for row in right
                ]
                filled += bool(told)
                for row in right[1:3]:
                    assert rankers.boards.place(board, variant, span, row.player.id) == fake.boards.place(
                        board, variant, span, row.player.id
                    )
    assert filled > 100
    for player_id in ids:
        assert rankers.statistics.of(player_id) == fake.statistics.of(player_id)
    assert rankers.statistics.fairness() == fake.statistics.fairness()


def test_many_workers_at_once_leave_the_same_rows_whatever_comes_when_and_how_often(
    crowded: Database, rankers: Rankers
) -> None:
    random = Random("crowd")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(8)]
    rankers.players.ban(crowd[0])
    rankers.players.erase(crowd[1])
    games = some_games(random, crowd, 300)
    batches = [random.sample(games, 40) for _ in range(20)]
    batches += [games[at : at + 30] for at in range(0, len(games), 30)]
    random.shuffle(batches)
    with ThreadPoolExecutor(10) as workers:
        list(workers.map(lambda batch: PostgresResults(crowded).record(batch), batches))
    found = rows(crowded)
    assert list(PostgresUpkeep(crowded).check()) == []
    with crowded.transaction() as connection:
        connection.execute(text("TRUNCATE results, standings, standing_counts, digests, fairness, daily_fates"))
    for record in sorted(games, key=lambda game: (game.updated_at, game.id)):
        rankers.results.record([record])
    assert rows(crowded) == found


def test_players_come_and_go_while_results_arrive_and_the_books_stay_right(
    crowded: Database, rankers: Rankers
) -> None:
    random = Random("coming and going")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(12)]
    games = some_games(random, crowd, 240)
    players = PostgresPlayers(crowded)

    def disturb(player_id: str) -> None:
        players.ban(player_id)
        players.rename(player_id, "another")
        players.unban(player_id)
        if crowd.index(player_id) % 2:
            players.erase(player_id)

    with ThreadPoolExecutor(10) as workers:
        recording = [
            workers.submit(PostgresResults(crowded).record, games[at : at + 20]) for at in range(0, len(games), 20)
        ]
        disturbing = [workers.submit(disturb, player_id) for player_id in crowd]
        upkeep = workers.submit(PostgresUpkeep(crowded).rebuild)
        wait(works := cast("list[Future[Any]]", [*recording, *disturbing, upkeep]))
    assert [work.exception() for work in works] == [None] * len(works)
    assert list(PostgresUpkeep(crowded).check()) == []
    shown = rankers.boards.page(BOARDS["score"], "standard", Span("all", EPOCH), None, 100).rows
    assert {row.player.id for row in shown} <= set(crowd[::2])


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_wrong_is_told_without_changing_it_and_mended_by_a_rebuild(
    crowded: Database, rankers: Rankers, what: str
) -> None:
    random = Random("upkeep")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(4)]
    rankers.results.record(some_games(random, crowd, 60))
    rankers.players.ban(crowd[0])
    right, upkeep = rows(crowded), PostgresUpkeep(crowded)
    assert list(upkeep.check()) == []
    with crowded.transaction() as connection:
        connection.execute(text(SPOILT[what].replace(":", "\\:")))
    spoilt = rows(crowded)
    assert spoilt != right
    assert list(upkeep.check()) != []
    assert rows(crowded) == spoilt
    assert upkeep.rebuild() == 4
    assert rows(crowded) == right


def test_a_rebuild_changes_nothing_that_is_right(crowded: Database, rankers: Rankers) -> None:
    random = Random("rebuild")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(4)]
    rankers.results.record(some_games(random, crowd, 80))
    rankers.players.ban(crowd[0])
    versions = select(text("string_agg(xmin::text, ' ')"))
    with crowded.transaction() as connection:
        before = [connection.scalar(versions.select_from(table)) for table in COMPUTED]
    PostgresUpkeep(crowded).rebuild()
    with crowded.transaction() as connection:
        assert [connection.scalar(versions.select_from(table)) for table in COMPUTED] == before


def test_everything_is_made_from_the_results_alone(crowded: Database, rankers: Rankers) -> None:
    random = Random("from nothing")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(5)]
    rankers.results.record(some_games(random, crowd, 100))
    rankers.players.erase(crowd[0])
    rankers.players.ban(crowd[1])
    right = rows(crowded)
    with crowded.transaction() as connection:
        connection.execute(text("TRUNCATE standings, standing_counts, digests, fairness, daily_fates"))
    PostgresUpkeep(crowded).rebuild()
    assert rows(crowded) == right


def test_counts_of_nobody_are_not_kept(crowded: Database, rankers: Rankers) -> None:
    ann = rankers.join()
    rankers.results.record([ranked_game(ann, cleared=True, took_ms=number * 1_000) for number in (50, 40, 30)])
    rankers.results.record([ranked_game(ann, cleared=True, took_ms=20_000)])
    with crowded.transaction() as connection:
        counts = connection.execute(
            select(standing_counts.c.level, standing_counts.c.bucket, standing_counts.c.players).where(
                standing_counts.c.board == "fastest_clear", standing_counts.c.period == "all"
            )
        ).all()
    assert sorted(map(tuple, counts)) == [(0, 20_000, 1), (1, 625, 1), (2, 2, 1), (3, 0, 1), (4, 0, 1)]
    rankers.players.erase(ann)
    assert rows(crowded)["standing_counts"] == set()


def test_what_is_recorded_is_not_planned_anew_for_every_row_and_what_is_asked_is_for_every_list(
    rankers: Rankers,
) -> None:
    modes = list[str]()

    def listen(connection: Connection) -> None:
        modes.append(connection.exec_driver_sql("SHOW plan_cache_mode").scalar_one())

    ann = rankers.join()
    event.listen(Engine, "commit", listen)
    rankers.results.record([ranked_game(ann, cleared=True)])
    rankers.boards.place(BOARDS["score"], "standard", Span("all", EPOCH), ann)
    event.remove(Engine, "commit", listen)
    assert modes[-2:] == ["auto", "force_custom_plan"]
