"""Accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from service.play.errors import PlayerNotFound
from service.play.identity import is_id
from service.play.players import Player
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from sqlalchemy import Executable, Row

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
        """See the port. Results of the player stay, without the link: the foreign key sees to that."""
        if is_id(player_id):
            with self._database.transaction() as connection:
                connection.execute(delete(players).where(players.c.id == player_id))

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
