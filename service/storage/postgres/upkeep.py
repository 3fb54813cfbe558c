"""Everything that is computed from results, computed anew or compared, while results keep coming."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from service.play.boards import BOARDS
from service.storage.postgres.counts import mend_counts, miscounted
from service.storage.postgres.digests import bodies_of, digest_all, drop, write
from service.storage.postgres.fairness import mend, miscounted_deals, misnoted_fates
from service.storage.postgres.history import games_of, standings_from
from service.storage.postgres.living import lock_living
from service.storage.postgres.standings import held_by, replace_all
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from service.play.boards import Board, Entry, Slot
    from service.play.digests import Digest
    from service.play.periods import Period
    from service.storage.postgres.database import Database
    from service.storage.postgres.digests import DigestKey

PLAYERS_AT_A_TIME = 100


class PostgresUpkeep:
    """The port `Upkeep` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rebuild(self) -> int:
        """See the port. Players are locked some at a time, then each board's counts, then the audit."""
        done = 0
        for player_ids in self._batches():
            with self._database.transaction() as connection:
                _rebuild(connection, player_ids)
            done += len(player_ids)
        for board, variant, period in _lists():
            with self._database.transaction() as connection:
                mend_counts(connection, board, variant, period)
        with self._database.transaction() as connection:
            mend(connection)
        return done

    def check(self) -> Iterator[str]:
        """See the port."""
        for player_ids in self._batches():
            with self._database.snapshot() as connection:
                found = list(_differences(connection, player_ids))
            yield from found
        for board, variant, period in _lists():
            with self._database.snapshot() as connection:
                counts = miscounted(connection, board, variant, period)
            for (*_, start, level, bucket), lacking in sorted(counts.items()):
                where = f"{board.name} {variant} {period} {start}, level {level}, {bucket}"
                yield f"count of {where}: {lacking:+} would be right"
        with self._database.snapshot() as connection:
            deals, fates = miscounted_deals(connection), misnoted_fates(connection)
        for (variant, locks_at), lacking in sorted(deals.items()):
            yield f"fairness of {variant}, first lock at {locks_at}: {lacking:+} would be right"
        for (day, variant), told in sorted(fates.items()):
            yield f"fate of the daily deal of {day}, {variant}: {told} would be right"

    def _batches(self) -> Iterator[Sequence[str]]:
        """The ids of all players, some at a time."""
        query = select(players.c.id).order_by(players.c.id).limit(PLAYERS_AT_A_TIME)
        following = query
        while True:
            with self._database.transaction() as connection:
                player_ids = connection.scalars(following).all()
            if not player_ids:
                return
            yield player_ids
            following = query.where(players.c.id > player_ids[-1])


def _lists() -> Iterator[tuple[Board, str, Period]]:
    for board in BOARDS.values():
        for variant, period in product(board.variants, board.periods):
            yield board, variant, period


def _rebuild(connection: Connection, player_ids: Sequence[str]) -> None:
    banned = lock_living(connection, player_ids)
    digests, entries = _computed(connection, banned)
    stored = bodies_of(connection, player_ids)
    drop(connection, stored.keys() - digests.keys())
    write(connection, {key: digest for key, digest in digests.items() if stored.get(key) != digest.body})
    replace_all(connection, held_by(connection, player_ids), entries)


def _computed(
    connection: Connection, banned: Mapping[str, bool]
) -> tuple[dict[DigestKey, Digest], dict[Slot, Entry]]:
    """The digests of these players, and what should stand for those who are not banned."""
    games = games_of(connection, banned)
    digests = digest_all(games)
    shown = [game for game in games if game.player_id and not banned[game.player_id]]
    return digests, standings_from(shown, {key: one for key, one in digests.items() if not banned[key[0]]})


def _differences(connection: Connection, player_ids: Sequence[str]) -> Iterator[str]:
    banned_at = select(players.c.id, players.c.banned_at).where(players.c.id.in_(player_ids))
    banned = {row.id: row.banned_at is not None for row in connection.execute(banned_at)}
    digests, entries = _computed(connection, banned)
    bodies = {key: digest.body for key, digest in digests.items()}
    for player_id, variant, span in _unlike(bodies, bodies_of(connection, player_ids)):
        yield f"digest of {player_id}, {variant} {span.period} {span.start}: not as the results say"
    for board, variant, span, player_id in _unlike(entries, held_by(connection, player_ids)):
        yield f"standing of {player_id}, {board} {variant} {span.period} {span.start}: not as the results say"


def _unlike(right: Mapping[Any, object], stored: Mapping[Any, object]) -> list[Any]:
    """The keys whose values differ, or that only one of them has."""
    return sorted((key for key in right.keys() | stored.keys() if right.get(key) != stored.get(key)), key=repr)
