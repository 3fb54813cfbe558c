"""Results of ended ranked games."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import select, tuple_
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, StatementError

from service.play.errors import GameNotFound
from service.play.identity import is_id
from service.play.pages import Page
from service.play.race_results import is_run
from service.play.results import RecordedResult, UnrecordableResult
from service.storage.postgres.detached import refuse_detached
from service.storage.postgres.partitions import Month, make_partitions
from service.storage.postgres.race_lists import races_of
from service.storage.postgres.race_recording import record_runs
from service.storage.postgres.recording import record_rows
from service.storage.postgres.rows import game_record, recorded_result, row_of
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.play.pages import Key
    from service.play.race import Race
    from service.play.race_results import RaceResult
    from service.play.record import GameRecord
    from service.storage.postgres.database import Database

MONTHS_BACK = 12
MONTHS_AHEAD = 3
"""Seen from now, the months that results may lie in."""


class PostgresResults:
    """The port `Results` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._months: set[Month] = set()

    def record(self, records: Iterable[GameRecord]) -> None:
        """See the port."""
        rows = [row_of(record) for record in records]
        if not rows:
            return
        for row in rows:
            _check_month(row["game_id"])
        self.prepare({Month.of(row["game_id"]) for row in rows})
        with self._database.transaction() as connection, _refusals():
            record_rows(connection, rows)

    def record_races(self, races: Iterable[Race]) -> None:
        """See the port."""
        run = [race for race in races if is_run(race)]
        for race in run:
            _check_month(race.id)
        if run:
            with self._database.transaction() as connection, _refusals():
                record_runs(connection, run)

    def prepare(self, months: set[Month]) -> None:
        """Make the partitions of these months, unless this process knows that they are there."""
        if months <= self._months:
            return
        with self._database.transaction() as connection:
            make_partitions(connection, months)
        self._months |= months

    def find(self, game_id: str) -> GameRecord:
        """See the port."""
        row = None
        if is_id(game_id):
            with self._database.transaction() as connection:
                row = connection.execute(select(results).where(results.c.game_id == game_id)).one_or_none()
                if row is None:
                    refuse_detached(connection, game_id)
        if row is None:
            raise GameNotFound(game_id)
        return game_record(row)

    def page(self, player_id: str, after: Key | None, limit: int) -> Page[RecordedResult]:
        """See the port."""
        if not is_id(player_id):
            return Page((), None)
        place = tuple_(results.c.finished_at, results.c.game_id)
        query = select(results).where(results.c.player_id == player_id)
        if after is not None:
            query = query.where(place < after)
        query = query.order_by(results.c.finished_at.desc(), results.c.game_id.desc()).limit(limit + 1)
        with self._database.transaction() as connection:
            rows = connection.execute(query).all()
        more = len(rows) > limit
        items = tuple(map(recorded_result, rows[:limit]))
        return Page(items, (items[-1].finished_at, items[-1].game_id) if more else None)

    def races(self, player_id: str, after: Key | None, limit: int) -> Page[RaceResult]:
        """See the port."""
        if not is_id(player_id):
            return Page((), None)
        with self._database.transaction() as connection:
            return races_of(connection, player_id, after, limit)


def months_at_hand() -> set[Month]:
    """The months that results of these days lie in: the last, this one, and some ahead."""
    return {_this_month() + distance for distance in range(-1, MONTHS_AHEAD + 1)}


def _this_month() -> Month:
    return Month.at(time.time_ns() // 1_000_000)


def _check_month(game_id: str) -> None:
    try:
        month = Month.of(game_id)
    except ValueError:
        raise UnrecordableResult("no id that tells its month") from None
    if not -MONTHS_BACK <= month.number - _this_month().number <= MONTHS_AHEAD:
        raise UnrecordableResult(f"opened in {month.start:%Y-%m}, for which no results are taken")


@contextmanager
def _refusals() -> Iterator[None]:
    """Tell what the database refuses for what it holds from all other trouble, without the driver's words."""
    try:
        yield
    except (DataError, IntegrityError) as error:
        diagnosis = getattr(error.orig, "diag", None)
        where = diagnosis and (diagnosis.constraint_name or diagnosis.column_name)
        raise UnrecordableResult(f"{type(error.orig).__name__} {where or ''}".strip()) from error
    except DBAPIError:
        raise
    except StatementError as error:
        raise UnrecordableResult(f"{type(error.orig).__name__} on the way to the database") from error
