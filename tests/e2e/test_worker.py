"""The worker as a process of its own, between a real Valkey and a Postgres that fails."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, text

from service.game.rules import VARIANTS, Rules
from service.play.daily import NEXT
from service.play.days import day_at
from service.play.digests import Digest
from service.play.games import Order, autoplay, deal_game
from service.play.race import COUNTDOWN_MS
from service.play.record import LIFETIME_MS
from service.storage.postgres import Database, PostgresDailies, PostgresPlayers
from service.storage.postgres.results import months_at_hand
from service.storage.postgres.tables import results as table
from service.storage.valkey.fields import FIELDS
from tests.e2e.running import until
from tests.e2e.workers import Worker
from tests.fakes import FakeDailies, FakeResults
from tests.outages import away, frozen
from tests.party import Party
from tests.servers import sqlalchemy_url
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from service.embedded import Postgres
    from service.play.caller import Caller
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld


@pytest.fixture
def server(private_postgres: Postgres) -> Postgres:
    return private_postgres


@pytest.fixture
def database(server: Postgres) -> Iterator[Database]:
    database = Database(sqlalchemy_url(server), timeout_ms=3000)
    yield database
    database.close()


@pytest.fixture
def start(server: Postgres, valkey_url: str, tmp_path: Path) -> Iterator[Callable[[], Worker]]:
    settings = {
        "DATABASE_URL": server.url,
        "DATABASE_TIMEOUT_MS": "500",
        "REDIS_URL": valkey_url,
        "SECRET_KEY": SECRETS[0].decode(),
    }
    started: list[Worker] = []

    def start() -> Worker:
        started.append(Worker.started(tmp_path / f"{len(started)}.log", settings))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()


NO_DAILIES = FakeDailies(FakeResults())


def a_game(valkey: ValkeyWorld, caller: Caller | None = None) -> GameRecord:
    """A ranked game, dealt and played to its end."""
    caller = caller or valkey.caller()
    opened = deal_game(valkey.games, valkey.commitments, NO_DAILIES, valkey.now, caller, Order(Rules())).after
    return autoplay(valkey.games, caller, opened.id).after


def stored(database: Database, *games: GameRecord) -> int:
    count = select(func.count()).where(table.c.game_id.in_([game.id for game in games]))
    with database.transaction() as connection:
        return connection.scalar(count) or 0


def pending(valkey: ValkeyWorld) -> int:
    return sum(valkey.redis.xlen(key) for key in valkey.redis.scan_iter("*outbox*"))


def test_a_finished_game_becomes_a_result(
    valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    worker = start()
    game = a_game(valkey)
    until(lambda: valkey.games.peek(game.id).recorded)
    assert stored(database, game) == 1
    until(lambda: worker.number("clock_results_recorded_total") == 1)
    assert worker.number("clock_result_delay_seconds_sum") < 5


def test_a_race_that_nobody_looks_at_is_run_and_recorded(valkey: ValkeyWorld, start: Callable[[], Worker]) -> None:
    party = Party(valkey, 2, time_limit_s=10).announced()
    valkey.pass_time(COUNTDOWN_MS + 10_000)
    worker = start()
    until(lambda: all(valkey.games.peek(party.game_id(seat)).recorded for seat in (1, 2)))
    assert party.kinds[-4:] == ["started", "timed_out", "timed_out", "over"]
    assert worker.number('clock_job_failures_total{job="conduct"}') == 0


def test_workers_share_the_work_and_every_result_is_stored_once(
    valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    games = [a_game(valkey) for _ in range(50)]
    workers = [start(), start()]
    games += [a_game(valkey) for _ in range(50)]
    until(lambda: pending(valkey) == 0)
    assert stored(database, *games) == len(games)
    assert [worker.end() for worker in workers] == [0, 0]


def test_while_postgres_is_away_play_goes_on_and_no_result_is_lost(
    server: Postgres, valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    worker = start()
    assert worker.number('clock_job_failures_total{job="sweep"}') == 0
    with away(server):
        games = [a_game(valkey) for _ in range(20)]
        until(lambda: worker.number('clock_job_failures_total{job="record"}') > 3)
        until(lambda: worker.number("clock_outbox_depth") == pending(valkey) > 0)
    until(lambda: pending(valkey) == 0)
    assert stored(database, *games) == len(games)
    assert worker.number("clock_results_buried_total") == 0
    until(lambda: worker.said("job goes on", "record") == 1)
    assert worker.said("store unavailable", "record") == 1


def test_a_worker_removes_what_is_no_longer_kept(
    valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    player = PostgresPlayers(database).add(valkey.caller().token.player_id, "Ann", bytes(32))
    old = text(
        "INSERT INTO digests SELECT CAST(:player AS uuid), 'standard', period, '2020-01-06', CAST(:body AS jsonb)"
        " FROM unnest(CAST(:periods AS text[])) AS period"
    )
    facts = {"player": player.id, "body": json.dumps(Digest().body), "periods": ["day", "week", "month"]}
    with database.transaction() as connection:
        connection.execute(old, facts)

    def left() -> list[str]:
        with database.transaction() as connection:
            return list(connection.scalars(text("SELECT period FROM digests WHERE start = '2020-01-06'")))

    worker = start()
    until(lambda: left() == ["month"])
    assert worker.number('clock_job_failures_total{job="purge"}') == 0


def test_a_worker_tells_how_long_results_wait_and_how_many_were_set_aside(
    server: Postgres, valkey: ValkeyWorld, start: Callable[[], Worker]
) -> None:
    worker = start()
    with away(server):
        a_game(valkey)
        valkey.redis.xadd("{3f}:dead", {"reason": "a reason"})
        until(lambda: worker.number("clock_outbox_lag_seconds") > 3)
        until(lambda: worker.number("clock_dead_letters") == 1)
    until(lambda: worker.number("clock_outbox_lag_seconds") == 0)
    valkey.redis.delete("{3f}:dead")
    until(lambda: worker.number("clock_dead_letters") == 0)


def test_a_frozen_postgres_holds_no_worker(
    server: Postgres, valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    worker = start()
    first = a_game(valkey)
    until(lambda: valkey.games.peek(first.id).recorded)
    with frozen(server, database):
        second = a_game(valkey)
        until(lambda: worker.said("store unavailable") > 0)
        assert worker.end() == 0
    start()
    until(lambda: valkey.games.peek(second.id).recorded)
    assert stored(database, first, second) == 2


def test_what_a_killed_worker_had_in_hand_is_taken_over(
    server: Postgres, valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    worker = start()
    with frozen(server, database):
        games = [a_game(valkey) for _ in range(20)]
        until(lambda: len(in_hand(valkey)) > 0)
        worker.kill()
    leave(valkey)
    start()
    until(lambda: pending(valkey) == 0)
    assert stored(database, *games) == len(games)


def in_hand(valkey: ValkeyWorld) -> list[tuple[bytes, bytes]]:
    """The entries that a worker has read and not confirmed: outbox and entry."""
    taken = []
    for key in valkey.redis.scan_iter("*outbox*"):
        for group in valkey.redis.xinfo_groups(key):
            entries = valkey.redis.xpending_range(key, group["name"], "-", "+", 100)
            taken += [(key, entry["message_id"]) for entry in entries]
    return taken


def leave(valkey: ValkeyWorld) -> None:
    """Let an hour pass for what has been read and not confirmed."""
    for key, entry in in_hand(valkey):
        valkey.redis.xclaim(key, "results", "gone", 0, [entry], idle=3_600_000, justid=True)


def test_a_poisoned_entry_is_set_aside_and_the_others_go_through(
    valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    caller = valkey.caller()
    before = a_game(valkey, caller)
    (key,) = valkey.redis.scan_iter("*outbox*")
    ((_, sound),) = valkey.redis.xrange(key)
    valkey.redis.xadd(key, {**sound, FIELDS["state"].encode(): b"nonsense"})
    valkey.redis.xadd(key, {b"anything": b"else"})
    after = a_game(valkey, caller)
    worker = start()
    until(lambda: pending(valkey) == 0)
    assert stored(database, before, after) == 2
    until(lambda: worker.number("clock_results_buried_total") == 2)
    assert worker.said("result set aside") == 2
    assert sum(valkey.redis.xlen(dead) for dead in valkey.redis.scan_iter("*dead*")) == 2


def test_a_game_whose_time_is_up_is_ended_and_recorded_as_abandoned(
    valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    caller = valkey.caller()
    opened = deal_game(valkey.games, valkey.commitments, NO_DAILIES, valkey.now, caller, Order(Rules())).after
    valkey.pass_time(LIFETIME_MS + 1)
    worker = start()
    until(lambda: valkey.games.peek(opened.id).recorded)
    with database.transaction() as connection:
        outcome = connection.scalar(select(table.c.outcome).where(table.c.game_id == opened.id))
    assert outcome == "abandoned"
    assert worker.number("clock_games_expired_total") == 1


def test_the_deals_of_today_and_tomorrow_are_promised_before_anyone_asks(
    valkey: ValkeyWorld, database: Database, start: Callable[[], Worker]
) -> None:
    dailies, today = PostgresDailies(database), day_at(valkey.now())
    start()
    for day in (today, today + NEXT):
        until(lambda day=day: dailies.seeds(day).keys() == VARIANTS.keys())  # type: ignore[misc]  # bound at once


def test_room_is_made_for_the_months_to_come(database: Database, start: Callable[[], Worker]) -> None:
    start()
    last = max(months_at_hand()).table
    with database.transaction() as connection:
        until(lambda: connection.scalar(select(func.to_regclass(last))) is not None)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_leaves_when_asked(start: Callable[[], Worker], how: signal.Signals) -> None:
    worker = start()
    assert worker.end(how) == 0
    assert worker.said("worker stopped") == 1
