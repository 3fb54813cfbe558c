"""Accounts."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from service.play.errors import PlayerNotFound
from service.play.identity import is_id
from service.play.players import Player
from service.storage.postgres.digests import digests_of
from service.storage.postgres.history import games_of, standings_from
from service.storage.postgres.living import lock_living
from service.storage.postgres.standings import held_by, replace_all
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Executable, Row

    from service.storage.postgres.database import Database

_PUBLIC = (players.c.id, players.c.display_name, players.c.created_at)


class PostgresPlayers:
    """The port `Players` on Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, player_id: str, display_name: str, secret_digest: bytes) -> Player:
        """See the port."""
        row = {"id": player_id, "display_name": display_name, "secret_digest": secret_digest}
        with self._database.transaction() as connection:
            return _player(connection.execute(insert(players).values(row).returning(*_PUBLIC)).one())

    def get(self, player_id: str) -> Player:
        """See the port."""
        return _player(self._row(player_id, select(*_PUBLIC).where(players.c.id == player_id)))

    def secret_digest(self, player_id: str) -> bytes:
        """See the port."""
        digest: bytes = self._row(player_id, select(players.c.secret_digest).where(players.c.id == player_id))[0]
        return digest

    def rename(self, player_id: str, display_name: str) -> Player:
        """See the port."""
        return _player(self._changed(player_id, display_name=display_name))

    def replace_secret(self, player_id: str, secret_digest: bytes) -> None:
        """See the port."""
        self._changed(player_id, secret_digest=secret_digest)

    def erase(self, player_id: str) -> None:
        """See the port. Results of the player stay, without the link, and digests go: foreign keys see to that."""
        if is_id(player_id):
            with self._database.transaction() as connection:
                lock_living(connection, [player_id])
                stood = held_by(connection, [player_id])
                connection.execute(delete(players).where(players.c.id == player_id))
                replace_all(connection, stood, {})

    def ban(self, player_id: str) -> None:
        """See the port. The digests stay, and are kept up to date."""
        with self._locked(player_id) as connection:
            at_first = update(players).where(players.c.id == player_id, players.c.banned_at.is_(None))
            connection.execute(at_first.values(banned_at=func.now()))
            replace_all(connection, held_by(connection, [player_id]), {})

    def unban(self, player_id: str) -> None:
        """See the port."""
        with self._locked(player_id) as connection:
            connection.execute(update(players).where(players.c.id == player_id).values(banned_at=None))
            digests = digests_of(connection, [player_id])
            stands = standings_from(games_of(connection, [player_id]), digests)
            replace_all(connection, held_by(connection, [player_id]), stands)

    @contextmanager
    def _locked(self, player_id: str) -> Iterator[Connection]:
        """A transaction for which this player is locked; `PlayerNotFound`."""
        with self._database.transaction() as connection:
            if not is_id(player_id) or not lock_living(connection, [player_id]):
                raise PlayerNotFound(player_id)
            yield connection

    def _changed(self, player_id: str, **values: object) -> Row[Any]:
        change = update(players).where(players.c.id == player_id).values(values)
        return self._row(player_id, change.returning(*_PUBLIC))

    def _row(self, player_id: str, statement: Executable) -> Row[Any]:
        """What the statement answers about a player; `PlayerNotFound` if that is nothing."""
        row = None
        if is_id(player_id):
            with self._database.transaction() as connection:
                row = connection.execute(statement).one_or_none()
        if row is None:
            raise PlayerNotFound(player_id)
        return row


def _player(row: Row[*tuple[Any, ...]]) -> Player:
    return Player(row.id, row.display_name, row.created_at)
