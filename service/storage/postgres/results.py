"""Results of ended ranked games."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import asdict, fields
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, StatementError

from service.game.game import Ending
from service.game.ledger import Ledger
from service.game.odds import luck
from service.play.pages import Page
from service.play.results import RecordedResult, Result, UnrecordableResult, result_of
from service.storage.postgres.partitions import Month, make_partitions
from service.storage.postgres.tables import is_id, players, results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import Connection, Row

    from service.play.pages import Key
    from service.play.record import GameRecord
    from service.storage.postgres.database import Database

MONTHS_BACK = 12
MONTHS_AHEAD = 3
"""Seen from now, the months that results may lie in."""

_LEDGER = tuple(line.name for line in fields(Ledger))


class PostgresResults:
    """The port `Results` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._months: set[Month] = set()

    def record(self, records: Iterable[GameRecord]) -> None:
        """See the port. Rows go in by the order of their ids, so that two workers cannot wait for each other."""
        rows = sorted(map(_row, records), key=itemgetter("game_id"))
        if not rows:
            return
        self.prepare({Month.of(row["game_id"]) for row in rows})
        with self._database.transaction() as connection, _refusals():
            living = _lock_living(connection, {row["player_id"] for row in rows})
            for row in rows:
                row["player_id"] = row["player_id"] if row["player_id"] in living else None
            connection.execute(insert(results).on_conflict_do_nothing(), rows)

    def prepare(self, months: set[Month]) -> None:
        """Make the partitions of these months, unless this process knows that they are there."""
        if months <= self._months:
            return
        with self._database.transaction() as connection:
            make_partitions(connection, months)
        self._months |= months

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
        items = tuple(map(_recorded, rows[:limit]))
        return Page(items, (items[-1].finished_at, items[-1].game_id) if more else None)


def months_at_hand() -> set[Month]:
    """The months that results of these days lie in: the last, this one, and some ahead."""
    return {_this_month() + distance for distance in range(-1, MONTHS_AHEAD + 1)}


def _this_month() -> Month:
    return Month.at(time.time_ns() // 1_000_000)


def _row(record: GameRecord) -> dict[str, Any]:
    draft, game, result = record.draft, record.game, result_of(record)
    if result is None or draft.seeds is None:
        raise UnrecordableResult("not an ended game with a deal from seeds")
    _check_month(record.id)
    ledger = asdict(result.ledger) if result.ledger else dict.fromkeys(_LEDGER)
    return ledger | {
        "game_id": record.id,
        "player_id": draft.player_id,
        "variant": draft.variant,
        "rules": game.rules.code,
        "mode": "reveal",
        "deal_kind": draft.kind.value,
        "outcome": result.outcome.value,
        "flips": result.flips,
        "hidden": result.hidden,
        "locking_seen": result.locking_seen,
        "locks_at": len(game.chain),
        "elapsed_ms": result.elapsed_ms,
        "shuttles": result.shuttles,
        "longest_run": result.longest_run,
        "placement_errors": 0,
        "restarts": 0,
        "opened_at": record.opened_at,
        "finished_at": record.updated_at,
        "deck": "".join(game.deal.codes()),
        "server_seed": draft.seeds.server,
        "client_seed": draft.seeds.client,
    }


def _check_month(game_id: str) -> None:
    try:
        month = Month.of(game_id)
    except ValueError:
        raise UnrecordableResult("no id that tells its month") from None
    if not -MONTHS_BACK <= month.number - _this_month().number <= MONTHS_AHEAD:
        raise UnrecordableResult(f"opened in {month.start:%Y-%m}, for which no results are taken")


def _lock_living(connection: Connection, player_ids: set[str]) -> set[str]:
    """Those of the players who still exist, and will until the transaction ends."""
    living = select(players.c.id).where(players.c.id.in_(player_ids)).order_by(players.c.id)
    return set(connection.scalars(living.with_for_update(read=True, key_share=True)))


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


def _recorded(row: Row[Any]) -> RecordedResult:
    result = Result(
        outcome=Ending(row.outcome),
        flips=row.flips,
        hidden=row.hidden,
        locking_seen=row.locking_seen,
        elapsed_ms=row.elapsed_ms,
        shuttles=row.shuttles,
        longest_run=row.longest_run,
        luck=float(luck(row.locks_at, len(row.deck) // 104)),
        ledger=None if row.total is None else Ledger(*(getattr(row, line) for line in _LEDGER)),
    )
    return RecordedResult(row.game_id, row.variant, row.finished_at, result)
