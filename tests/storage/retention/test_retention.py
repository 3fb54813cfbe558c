"""Lists of days and weeks that have passed away: removed beside everything else that goes on."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine

from service.config import FEWEST_KEPT_DAYS
from service.play.days import day_at
from service.play.periods import EPOCH, Span
from service.play.retention import is_kept, kept_since
from service.storage.postgres import Database, PostgresRetention, PostgresUpkeep, retention
from service.storage.postgres.partitions import Month
from service.storage.postgres.results import MONTHS_BACK
from tests.ranked import NOON, Rankers, ranked_game
from tests.storage.passing import SINCE, TODAY, long_ago, purge_all, starts
from tests.storage.test_postgres_leaderboards import rows, some_games


@pytest.mark.parametrize("table", ["standings", "standing_counts", "digests"])
def test_days_and_weeks_pass_away_and_nothing_else(
    database: Database, rankers: Rankers, purger: PostgresRetention, table: str
) -> None:
    random = Random("passing")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(3)]
    rankers.results.record(long_ago(random, crowd, 40))
    rankers.results.record(some_games(random, crowd, 40))
    before = starts(database, table)
    assert purger.purge(TODAY - timedelta(days=365)) == 0
    assert starts(database, table) == before
    purge_all(purger)
    after = starts(database, table)
    assert after == {
        period: {one for one in before[period] if is_kept(Span(period, one), SINCE)} for period in before
    }
    assert after["day"] < before["day"]
    assert after["week"] < before["week"]
    assert (after["month"], after["all"]) == (before["month"], before["all"])


def test_after_a_purge_the_books_are_right_and_a_rebuild_changes_nothing(
    database: Database, rankers: Rankers, purger: PostgresRetention
) -> None:
    random = Random("books")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(4)]
    rankers.results.record(long_ago(random, crowd, 60) + some_games(random, crowd, 60))
    rankers.players.ban(crowd[0])
    assert list(PostgresUpkeep(database, SINCE).check()) == []
    purge_all(purger)
    right = rows(database)
    assert list(PostgresUpkeep(database, SINCE).check()) == []
    assert list(PostgresUpkeep(database, EPOCH).check()) != []
    PostgresUpkeep(database, SINCE).rebuild()
    assert rows(database) == right


def test_a_rebuild_leaves_what_a_purge_leaves_and_one_for_a_longer_time_brings_back_the_rest(
    database: Database, rankers: Rankers, purger: PostgresRetention
) -> None:
    random = Random("back")  # noqa: S311  nothing in a test is secret
    crowd = [rankers.join() for _ in range(3)]
    rankers.results.record(long_ago(random, crowd, 40) + some_games(random, crowd, 20))
    whole = rows(database)
    PostgresUpkeep(database, SINCE).rebuild()
    rebuilt = rows(database)
    purge_all(purger)
    assert rows(database) == rebuilt != whole
    PostgresUpkeep(database, EPOCH).rebuild()
    assert rows(database) == whole


def test_a_purge_goes_in_small_steps(
    rankers: Rankers, purger: PostgresRetention, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random("steps")  # noqa: S311  nothing in a test is secret
    rankers.results.record(long_ago(random, [rankers.join()], 40))
    size = 7
    monkeypatch.setattr(retention, "ROWS_AT_A_TIME", size)
    found = purger.purge(TODAY)
    assert 0 < found <= 3 * size
    assert purge_all(purger) > 2
    assert not starts(database, "standings")["day"]


def test_what_comes_back_with_a_player_goes_again_and_is_no_difference_meanwhile(
    database: Database, rankers: Rankers, purger: PostgresRetention
) -> None:
    random = Random("unbanned")  # noqa: S311  nothing in a test is secret
    ann = rankers.join()
    rankers.results.record(long_ago(random, [ann], 10) + some_games(random, [ann], 10))
    purge_all(purger)
    right = rows(database)
    rankers.players.ban(ann)
    rankers.players.unban(ann)
    assert any(one < SINCE for one in starts(database, "standings")["day"])
    assert list(PostgresUpkeep(database, SINCE).check()) == []
    purge_all(purger)
    assert rows(database) == right


def test_the_latest_of_late_results_counts_in_all_its_periods_as_if_nothing_had_been_removed(
    database: Database, rankers: Rankers, purger: PostgresRetention
) -> None:
    today = day_at(NOON) + timedelta(days=1)
    first = int((Month.on(today) + -MONTHS_BACK).start.timestamp()) * 1000
    ann = rankers.join()
    games = [
        ranked_game(ann, cleared=True, at=first + 60_000 + hours * 3_600_000, number=hours) for hours in range(48)
    ]
    rankers.results.record(games[1::2])
    purge_all(purger, today)
    rankers.results.record(games[::2])
    purge_all(purger, today)
    found = rows(database)
    assert list(PostgresUpkeep(database, kept_since(today, FEWEST_KEPT_DAYS)).check()) == []
    PostgresUpkeep(database).rebuild()
    assert rows(database) == found


def test_the_day_since_when_lists_are_kept_goes_by_the_databases_clock(purger: PostgresRetention) -> None:
    with time_machine.travel("2001-01-01"):
        assert purger.since() == kept_since(TODAY - timedelta(days=FEWEST_KEPT_DAYS - 31), FEWEST_KEPT_DAYS)
