"""Everything that is computed from results, computed anew or compared, while results keep coming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from service.play.boards import BOARDS
from service.play.periods import EPOCH, Span
from service.play.retention import is_kept
from service.storage.postgres.batches import batches
from service.storage.postgres.counts import forget_counts, mend_counts, miscounted
from service.storage.postgres.detached import require_all_months
from service.storage.postgres.digests import bodies_of
from service.storage.postgres.fairness import mend, miscounted_deals, misnoted_fates
from service.storage.postgres.lists import lists
from service.storage.postgres.living import IS_LIVING, IS_SHOWN
from service.storage.postgres.mending import put_right
from service.storage.postgres.reckoning import kept, reckon
from service.storage.postgres.standings import held_by
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from sqlalchemy import Connection

    from service.play.boards import Board
    from service.play.periods import Period
    from service.play.result_ports import Progress
    from service.storage.postgres.counts import Count
    from service.storage.postgres.database import Database


def not_shown(_done: int, _of: int) -> None:
    """For whoever does not want to know how far it is."""


class PostgresUpkeep:
    """The port `Upkeep` on Postgres. Lists of days and weeks before `since` are as good as removed."""

    def __init__(self, database: Database, since: date = EPOCH) -> None:
        self._database, self._since = database, since

    def rebuild(self, progress: Progress = not_shown) -> int:
        """See the port. Players are locked some at a time; counts and audit, only where something is wrong there."""
        done = 0
        for player_ids, everyone in batches(self._database):
            put_right(self._database, player_ids, self._since)
            done += len(player_ids)
            progress(done, everyone)
        for board, variant, period in self._lists():
            if self._miscounted(board, variant, period):
                with self._database.transaction() as connection:
                    mend_counts(connection, board, variant, period)
        with self._database.transaction() as connection:
            for names in _of_no_board(connection):
                forget_counts(connection, *names)
        if any(self._misjudged()):
            with self._database.transaction() as connection:
                require_all_months(connection)
                mend(connection)
        return done

    def check(self, progress: Progress = not_shown) -> Iterator[str]:
        """See the port."""
        done = 0
        for player_ids, everyone in batches(self._database):
            with self._database.snapshot() as connection:
                found = list(_differences(connection, player_ids, self._since))
            yield from found
            done += len(player_ids)
            progress(done, everyone)
        for board, variant, period in self._lists():
            for (*_, start, level, bucket), lacking in sorted(self._miscounted(board, variant, period).items()):
                where = f"{board.name} {variant} {period} {start}, level {level}, {bucket}"
                yield f"count of {where}: {lacking:+} would be right"
        with self._database.transaction() as connection:
            strange = _of_no_board(connection)
        yield from (f"all of {' '.join(names)}: there is no such board" for names in strange)
        deals, fates = self._misjudged()
        for (variant, locks_at), lacking in sorted(deals.items()):
            yield f"fairness of {variant}, first lock at {locks_at}: {lacking:+} would be right"
        for (day, variant), told in sorted(fates.items()):
            yield f"fate of the daily deal of {day}, {variant}: {told} would be right"

    def _lists(self) -> list[tuple[Board, str, Period]]:
        with self._database.transaction() as connection:
            return [(BOARDS[name], variant, period) for name, variant, period in lists(connection) if name in BOARDS]

    def _miscounted(self, board: Board, variant: str, period: Period) -> dict[Count, int]:
        with self._database.snapshot() as connection:
            counts = miscounted(connection, board, variant, period)
        return {count: lacking for count, lacking in counts.items() if is_kept(Span(period, count[3]), self._since)}

    def _misjudged(self) -> tuple[Mapping[tuple[str, int], int], Mapping[tuple[date, str], int | None]]:
        """What is wrong with the audit: its counts, and the fates of daily deals."""
        with self._database.snapshot() as connection:
            require_all_months(connection)
            return miscounted_deals(connection), misnoted_fates(connection)


def _differences(connection: Connection, player_ids: Sequence[str], since: date) -> Iterator[str]:
    right = reckon(connection, player_ids, since)
    query = select(players.c.id, IS_SHOWN.label("shown")).where(players.c.id.in_(player_ids), IS_LIVING)
    living = {row.id: row.shown for row in connection.execute(query)}
    bodies = {key: digest.body for key, digest in right.digests.items()}
    for player_id, variant, span in _unlike(bodies, kept(bodies_of(connection, living), since)):
        yield f"digest of {player_id}, {variant} {span.period} {span.start}: not as the results say"
    for board, variant, span, player_id in _unlike(right.shown(living), kept(held_by(connection, living), since)):
        yield f"standing of {player_id}, {board} {variant} {span.period} {span.start}: not as the results say"


def _of_no_board(connection: Connection) -> list[tuple[str, str, Period]]:
    """The lists of boards that there are not. Those of no variant or period are put right like any other."""
    return [names for names in lists(connection) if names[0] not in BOARDS]


def _unlike(right: Mapping[Any, object], stored: Mapping[Any, object]) -> list[Any]:
    """The keys whose values differ, or that only one of them has."""
    return sorted((key for key in right.keys() | stored.keys() if right.get(key) != stored.get(key)), key=repr)
