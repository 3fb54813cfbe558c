"""Months of results that are put away and brought back while the service runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.play.errors import GameNotFound, MonthsDetached, ResultDetached, StoreUnavailable
from service.play.identity import new_id
from service.storage.postgres import (
    Database,
    MonthRefused,
    PostgresMonths,
    PostgresPlayers,
    PostgresResults,
    PostgresUpkeep,
)
from service.storage.postgres.partitions import Month
from tests.builders import id_at, now
from tests.ranked import NOON, ranked_game
from tests.storage.put_away import GAMES, MIDDLE, MONTH, SINCE, PutAway, an_old_month
from tests.storage.test_postgres_leaderboards import rows, some_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Then = Callable[[PostgresMonths, Month], None]


@pytest.fixture
def away(own_database_url: str) -> Iterator[PutAway]:
    with an_old_month(own_database_url) as away:
        yield away


def test_months_are_listed_with_their_state_rows_and_size(away: PutAway) -> None:
    with away.database.transaction() as connection:
        connection.execute(text("ANALYZE results"))
    [old] = [one for one in away.months.all() if one.month == MONTH]
    assert (old.state, old.rows) == ("attached", GAMES)
    assert old.size > 8192
    assert [one.month for one in away.months.all()] == sorted(away.states)
    assert Month.of(id_at(now())) in away.states


def test_a_month_is_put_away_and_brought_back_and_nothing_computed_changes(away: PutAway) -> None:
    before = rows(away.database)
    away.months.detach(MONTH, SINCE)
    assert away.states[MONTH] == "detached"
    assert rows(away.database) == before
    with pytest.raises(ResultDetached) as refused:
        away.rankers.results.find(away.game.id)
    assert refused.value.month == MONTH.start.date()
    assert away.game.id not in {one.game_id for one in away.rankers.results.page(away.crowd[0], None, 100).items}
    with away.database.transaction() as connection:
        assert connection.scalar(text(f"SELECT count(*) FROM {MONTH.table}")) == GAMES  # noqa: S608  our own name
    away.months.attach(MONTH)
    assert away.states[MONTH] == "attached"
    assert away.rankers.results.find(away.game.id).draft == away.game.draft
    assert away.check() == []
    assert rows(away.database) == before


def test_what_takes_all_results_refuses_while_some_are_away_and_changes_nothing(away: PutAway) -> None:
    away.rankers.players.ban(away.crowd[0])
    before = rows(away.database)
    away.months.detach(MONTH, SINCE)
    upkeep = PostgresUpkeep(away.database, SINCE)
    for work in (upkeep.rebuild, lambda: list(upkeep.check()), lambda: away.rankers.players.unban(away.crowd[0])):
        with pytest.raises(MonthsDetached) as refused:
            work()
        assert refused.value.months == [MONTH.start.date()]
        assert rows(away.database) == before
    away.months.attach(MONTH)
    away.rankers.players.unban(away.crowd[0])
    upkeep.rebuild()
    assert away.check() == []


def test_life_goes_on_while_a_month_is_away_and_all_of_it_is_right_when_it_is_back(away: PutAway) -> None:
    away.months.detach(MONTH, SINCE)
    random = Random("meanwhile")  # noqa: S311  nothing in a test is secret
    away.rankers.results.record(some_games(random, [*away.crowd, away.rankers.join()], 30))
    away.rankers.players.erase(away.crowd[1])
    away.rankers.players.ban(away.crowd[2])
    away.months.attach(MONTH)
    assert away.check() == []


def test_a_month_that_was_dumped_and_dropped_is_still_known_to_be_away_and_comes_back(away: PutAway) -> None:
    away.months.detach(MONTH, SINCE)
    dump = "CREATE TABLE elsewhere AS TABLE {month}", "DROP TABLE {month}"
    restore = (
        "CREATE TABLE {month} (LIKE results INCLUDING GENERATED INCLUDING CONSTRAINTS)",
        "INSERT INTO {month} ({c}) SELECT {c} FROM elsewhere",
    )
    with away.database.transaction() as connection:
        columns = "string_agg(column_name, ', ') FROM information_schema.columns WHERE table_name = 'results'"
        names = connection.scalar(text(f"SELECT {columns} AND is_generated = 'NEVER'"))
        for part in dump:
            connection.execute(MONTH.told(part))
    assert away.states[MONTH] == "gone"
    with pytest.raises(ResultDetached):
        away.rankers.results.find(away.game.id)
    with pytest.raises(MonthsDetached):
        PostgresUpkeep(away.database, SINCE).rebuild()
    with pytest.raises(MonthRefused, match="no table results_"):
        away.months.attach(MONTH)
    away.rankers.players.erase(away.crowd[1])
    with away.database.transaction() as connection:
        connection.execute(text(restore[0].format(month=MONTH.table)))
        connection.execute(text(restore[1].format(month=MONTH.table, c=names)))
    away.months.attach(MONTH)
    assert away.rankers.results.find(away.game.id).draft == away.game.draft
    assert away.check() == []


@pytest.mark.parametrize("distance", [1, 2, 14])
def test_a_month_whose_games_count_in_days_and_weeks_stays(away: PutAway, distance: int) -> None:
    before = away.states
    with pytest.raises(MonthRefused, match="count in days and weeks"):
        away.months.detach(Month.on(SINCE) + (distance - 1), SINCE)
    assert away.states == before


def test_a_month_that_is_not_there_is_not_detached_and_one_that_is_may_be_attached_again(away: PutAway) -> None:
    with pytest.raises(MonthRefused, match="not attached"):
        away.months.detach(MONTH + -1, SINCE)
    with pytest.raises(MonthRefused, match="no table"):
        away.months.attach(MONTH + -1)
    away.months.attach(MONTH)
    away.months.detach(MONTH, SINCE)
    with pytest.raises(MonthRefused, match="not attached"):
        away.months.detach(MONTH, SINCE)
    away.months.attach(MONTH)
    assert away.check() == []


def test_a_table_with_results_of_another_month_is_not_attached(away: PutAway) -> None:
    away.months.detach(MONTH, SINCE)
    stranger = ranked_game(away.crowd[0], at=NOON)
    with away.database.transaction() as connection:
        for name in connection.scalars(text(_CHECKS), {"month": MONTH.table}).all():
            connection.execute(text(f'ALTER TABLE {MONTH.table} DROP CONSTRAINT "{name}"'))
        change = text(f"UPDATE {MONTH.table} SET game_id = :id WHERE game_id = :old")  # noqa: S608  our own name
        connection.execute(change, {"id": stranger.id, "old": away.game.id})
    with pytest.raises(MonthRefused, match="results of other months"):
        away.months.attach(MONTH)
    assert away.states[MONTH] == "detached"


_CHECKS = r"""
SELECT conname FROM pg_constraint WHERE conrelid = to_regclass(:month) AND pg_get_constraintdef(oid) ~ 'game_id >='
"""


@pytest.mark.parametrize("then", [PostgresMonths.attach, lambda months, month: months.detach(month, SINCE)])
def test_what_was_broken_off_is_brought_to_its_end(away: PutAway, own_database_url: str, then: Then) -> None:
    impatient = Database(own_database_url, timeout_ms=400)
    with away.database.transaction() as reader:
        reader.execute(text("SELECT count(*) FROM results"))
        with pytest.raises(StoreUnavailable):
            PostgresMonths(impatient).detach(MONTH, SINCE)
    impatient.close()
    with pytest.raises(MonthsDetached):
        away.check()
    then(away.months, MONTH)
    if away.states[MONTH] == "detached":
        away.months.attach(MONTH)
    assert away.check() == []


def test_nobody_waits_for_a_month_to_be_detached_or_attached(away: PutAway, own_database_url: str) -> None:
    """A reader holds the detachment up; whoever comes meanwhile reads and records as ever."""
    quick = Database(own_database_url, timeout_ms=3000)
    with ThreadPoolExecutor() as worker:
        with away.database.transaction() as reader:
            reader.execute(text("SELECT count(*) FROM results"))
            detaching = worker.submit(away.months.detach, MONTH, SINCE)
            while not _waits(away.database):
                assert not detaching.done()
            PostgresResults(quick).record([ranked_game(away.crowd[0], at=NOON + 77)])
            assert PostgresResults(quick).page(away.crowd[0], None, 10).items
        detaching.result()
        with away.database.transaction() as reader:
            reader.execute(text("SELECT count(*) FROM results"))
            worker.submit(away.months.attach, MONTH).result()
    quick.close()
    assert away.check() == []
    assert away.rankers.results.find(away.game.id)


def test_the_link_of_a_restored_month_is_made_and_validated_before_it_is_attached(
    away: PutAway, own_database_url: str
) -> None:
    """As `pg_restore` leaves it where it could not make the link. Somebody can join while the attachment waits."""
    away.months.detach(MONTH, SINCE)
    with away.database.transaction() as connection:
        for name in connection.scalars(text(_LINKS), {"month": MONTH.table}).all():
            connection.execute(text(f"ALTER TABLE {MONTH.table} DROP CONSTRAINT {name}"))
    away.rankers.players.erase(away.crowd[1])
    quick = Database(own_database_url, timeout_ms=1000)
    with ThreadPoolExecutor(1) as worker, away.database.transaction() as holder:
        holder.execute(text("LOCK TABLE results IN SHARE UPDATE EXCLUSIVE MODE"))
        attaching = worker.submit(away.months.attach, MONTH)
        while not _waits(away.database):
            assert not attaching.done()
        assert len(holder.scalars(text(f"{_LINKS} AND convalidated"), {"month": MONTH.table}).all()) == 1
        newcomer = PostgresPlayers(quick).add(new_id(), "Zoe", bytes(32))
        holder.commit()
        attaching.result()
    quick.close()
    assert away.check() == []
    away.rankers.players.erase(away.crowd[0])
    with away.database.transaction() as connection:
        owners = connection.scalars(text(f"SELECT player_id::text FROM {MONTH.table}")).all()  # noqa: S608  our own name
    assert set(owners) == {None, away.crowd[2]}
    assert away.rankers.players.get(newcomer.id) == newcomer


_LINKS = """
SELECT conname FROM pg_constraint
WHERE contype = 'f' AND conrelid = to_regclass(:month) AND confrelid = 'players'::regclass
"""


def _waits(database: Database) -> bool:
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE query ~ '^ALTER' AND wait_event_type = 'Lock'")
    with database.transaction() as connection:
        return bool(connection.scalar(waiting))


def test_a_game_that_never_was_is_not_found_whatever_its_id(away: PutAway) -> None:
    for game_id in (id_at(now()), id_at(MIDDLE), id_at(2**48 - 1), "nonsense"):
        with pytest.raises(GameNotFound) as refused:
            away.rankers.results.find(game_id)
        assert not isinstance(refused.value, ResultDetached)
