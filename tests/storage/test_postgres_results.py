"""What only a real database shows of results."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import time_machine
from sqlalchemy import delete, func, select, text

from service.play.errors import StoreUnavailable
from service.play.identity import new_id
from service.play.record import DealKind
from service.play.results import UnrecordableResult, locks_at
from service.storage.postgres import Database, PostgresPlayers, PostgresResults
from service.storage.postgres.partitions import Month
from service.storage.postgres.results import MONTHS_AHEAD, MONTHS_BACK, months_at_hand
from service.storage.postgres.tables import players
from service.storage.postgres.tables import results as table
from tests.builders import ended_game, id_at, now
from tests.servers import new_database

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.play.record import GameRecord


@pytest.fixture
def results(database: Database) -> PostgresResults:
    return PostgresResults(database)


def stored(database: Database, records: list[GameRecord]) -> int:
    count = select(func.count()).where(table.c.game_id.in_([record.id for record in records]))
    with database.transaction() as connection:
        return connection.scalar(count) or 0


def test_the_same_batch_from_many_workers_at_once_is_stored_once(database: Database) -> None:
    records = [ended_game() for _ in range(200)]
    batches = [records, records[::-1], records[100:] + records[:100], records[50:150]] * 3
    with ThreadPoolExecutor(len(batches)) as workers:
        list(workers.map(lambda batch: PostgresResults(database).record(batch), batches))
    assert stored(database, records) == len(records)


def test_a_player_erased_while_a_result_arrives_keeps_no_link(database: Database, results: PostgresResults) -> None:
    ann = PostgresPlayers(database).add(new_id(), "Ann", secrets.token_bytes(32)).id
    record = ended_game(ann)
    with ThreadPoolExecutor() as worker:
        with database.transaction() as erasing:
            erasing.execute(delete(players).where(players.c.id == ann))
            recording = worker.submit(results.record, [record])
            while not waits_for(database, erasing):
                assert not recording.done()
        recording.result()
    assert stored(database, [record]) == 1
    assert results.page(ann, None, 10).items == ()


def waits_for(database: Database, other: Connection) -> bool:
    blocked = text("SELECT count(*) FROM pg_stat_activity WHERE :other = ANY (pg_blocking_pids(pid))")
    with database.transaction() as connection:
        return bool(connection.scalar(blocked, {"other": other.scalar(text("SELECT pg_backend_pid()"))}))


def test_a_game_is_stored_with_all_its_facts(database: Database, results: PostgresResults) -> None:
    record = ended_game(client_seed="für 🂮")
    results.record([record])
    with database.transaction() as connection:
        row = connection.execute(select(table).where(table.c.game_id == record.id)).one()
    assert record.draft.seeds is not None
    assert (row.server_seed, row.client_seed) == (record.draft.seeds.server, record.draft.seeds.client)
    assert [row.deck[at : at + 2] for at in range(0, 104, 2)] == record.game.deal.codes()
    assert (row.rules, row.mode, row.deal_kind, row.day) == (record.game.rules.code, "reveal", "random", None)
    assert row.locks_at == locks_at(record.game)
    assert (row.opened_at, row.finished_at) == (record.opened_at, record.updated_at)
    assert abs(row.recorded_at - now()) < 60_000


@pytest.mark.parametrize("number", [1, -1])
def test_the_first_and_last_instant_of_a_month_lie_in_it(
    database: Database, results: PostgresResults, number: int
) -> None:
    boundary = int(Month.at(now()).start.timestamp()) * 1000
    record = ended_game(opened_at=boundary if number > 0 else boundary - 1)
    results.record([record])
    with database.transaction() as connection:
        where = connection.scalar(
            text("SELECT tableoid::regclass::text FROM results WHERE game_id = :id"), {"id": record.id}
        )
    assert where == Month.of(record.id).table


def in_month(distance: int) -> str:
    return id_at(int((Month.at(now()) + distance).start.timestamp()) * 1000)


def altered(**changes: object) -> GameRecord:
    return replace(ended_game(), **changes)  # type: ignore[arg-type]  # any field, by name


def from_another_deal(kind: DealKind) -> GameRecord:
    record = ended_game()
    return replace(
        record, draft=replace(record.draft, kind=kind, seeds=None if kind is DealKind.CUSTOM else record.draft.seeds)
    )


REFUSED = {
    "UntranslatableCharacter": lambda: ended_game(client_seed="a\0b"),
    "CheckViolation ck_results_times": lambda: altered(opened_at=now() + 60_000),
    "CheckViolation ck_results_day": lambda: from_another_deal(DealKind.DAILY),
    "CheckViolation ck_results_deal_kind": lambda: from_another_deal(DealKind.SEED),
    "DatetimeFieldOverflow": lambda: altered(opened_at=-(10**18)),
    "TypeError on the way to the database": lambda: altered(opened_at=-(10**30)),
    "InvalidTextRepresentation": lambda: ended_game("nonsense"),
    "not an ended game with a deal from seeds": lambda: from_another_deal(DealKind.CUSTOM),
    "opened in 1970-01, for which no results are taken": lambda: ended_game(game_id=id_at(0)),
    "no id that tells its month": lambda: ended_game(game_id=id_at(2**48 - 1)),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_result_that_cannot_be_is_refused_in_words_that_tell_nothing_of_it(
    database: Database, results: PostgresResults, why: str
) -> None:
    sound, bad = ended_game(), REFUSED[why]()
    with pytest.raises(UnrecordableResult) as caught:
        results.record([sound, bad])
    assert str(caught.value) == why
    assert stored(database, [sound]) == 0


def test_a_game_that_still_goes_on_has_no_result(results: PostgresResults) -> None:
    record = ended_game()
    with pytest.raises(UnrecordableResult):
        results.record([replace(record, game=record.draft.game)])


@pytest.mark.parametrize("distance", [-MONTHS_BACK, MONTHS_AHEAD])
def test_months_are_made_when_a_result_needs_them(
    database: Database, results: PostgresResults, distance: int
) -> None:
    record = ended_game(game_id=in_month(distance))
    results.record([record])
    assert stored(database, [record]) == 1


@pytest.mark.parametrize("distance", [-MONTHS_BACK - 1, MONTHS_AHEAD + 1])
def test_months_out_of_reach_are_not_made(results: PostgresResults, distance: int) -> None:
    with pytest.raises(UnrecordableResult):
        results.record([ended_game(game_id=in_month(distance))])


def test_workers_make_the_same_months_at_once_without_disturbing_each_other(database: Database) -> None:
    months = {Month.at(now()) + -distance for distance in (5, 6, 7)}
    with ThreadPoolExecutor(6) as workers:
        list(workers.map(lambda _: PostgresResults(database).prepare(months), range(6)))
    with database.transaction() as connection:
        made = {connection.scalar(select(func.to_regclass(month.table))) for month in months}
    assert made == {month.table for month in months}


def test_the_months_at_hand_reach_from_the_last_one_to_three_ahead() -> None:
    with time_machine.travel("2026-12-31T23:59:59Z"):
        assert [month.table for month in sorted(months_at_hand())] == [
            "results_2026_11", "results_2026_12", "results_2027_01", "results_2027_02", "results_2027_03",
        ]  # fmt: skip


def test_a_month_that_was_detached_takes_no_more_results(database: Database, results: PostgresResults) -> None:
    month = Month.at(now()) + -9
    results.prepare({month})
    with database.transaction() as connection:
        connection.execute(text(f"ALTER TABLE results DETACH PARTITION {month.table}"))
    with pytest.raises(UnrecordableResult, match="CheckViolation"):
        PostgresResults(database).record([ended_game(game_id=in_month(-9))])


def test_a_player_is_created_now(database: Database) -> None:
    player = PostgresPlayers(database).add(new_id(), "Ann", secrets.token_bytes(32))
    assert abs(player.created_at - now()) < 60_000


def test_a_database_without_tables_is_unavailable_rather_than_an_unforeseen_error(postgres_url: str) -> None:
    with new_database(postgres_url) as url:
        database = Database(url, timeout_ms=3000)
        with pytest.raises(StoreUnavailable):
            PostgresResults(database).record([ended_game()])
        with pytest.raises(StoreUnavailable):
            PostgresPlayers(database).get(new_id())
        database.close()
