"""Accounts."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, select, update

from service.play.errors import NameLocked, PlayerNotFound
from service.play.identity import is_id
from service.play.periods import EPOCH
from service.play.players import Player
from service.storage.postgres.erasing import erase, half_erased, hide
from service.storage.postgres.living import IS_LIVING, lock_living
from service.storage.postgres.mending import put_right
from service.storage.postgres.standings import held_by, replace_all
from service.storage.postgres.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from sqlalchemy import ColumnElement, Connection, Executable, Row

    from service.storage.postgres.database import Database

_PUBLIC = (players.c.id, players.c.display_name, players.c.created_at, players.c.bot)


class PostgresPlayers:
    """The port `Players` on Postgres. Lists of days and weeks before `since` are as good as removed."""

    def __init__(self, database: Database, since: date = EPOCH) -> None:
        self._database, self._since = database, since

    def add(self, player_id: str, display_name: str, secret_digest: bytes, *, bot: bool = False) -> Player:
        """See the port."""
        row = {"id": player_id, "display_name": display_name, "secret_digest": secret_digest, "bot": bot}
        with self._database.transaction() as connection:
            return _player(connection.execute(insert(players).values(row).returning(*_PUBLIC)).one())

    def get(self, player_id: str) -> Player:
        """See the port."""
        return _player(self._row(player_id, select(*_PUBLIC).where(_is(player_id))))

    def secret_digest(self, player_id: str) -> bytes:
        """See the port."""
        digest: bytes = self._row(player_id, select(players.c.secret_digest).where(_is(player_id)))[0]
        return digest

    def banned_at(self, player_id: str) -> int | None:
        """See the port."""
        since: int | None = self._row(player_id, select(players.c.banned_at).where(_is(player_id)))[0]
        return since

    def name_locked(self, player_id: str) -> bool:
        """See the port."""
        locked: bool = self._row(player_id, select(players.c.name_locked).where(_is(player_id)))[0]
        return locked

    def rename(self, player_id: str, display_name: str) -> Player:
        """See the port. Whoever finds nothing to change finds out why."""
        own = update(players).where(_is(player_id), players.c.name_locked.is_(False))
        try:
            return _player(self._row(player_id, own.values(display_name=display_name).returning(*_PUBLIC)))
        except PlayerNotFound:
            self.get(player_id)
        raise NameLocked(player_id)

    def give_name(self, player_id: str, display_name: str, *, locked: bool) -> Player:
        """See the port."""
        return _player(self._changed(player_id, display_name=display_name, name_locked=locked))

    def replace_secret(self, player_id: str, secret_digest: bytes) -> None:
        """See the port."""
        self._changed(player_id, secret_digest=secret_digest)

    def hide(self, player_id: str) -> None:
        """See the port."""
        if is_id(player_id):
            hide(self._database, player_id)

    def erase(self, player_id: str) -> None:
        """See the port. Results of the player stay, without the link."""
        if is_id(player_id):
            erase(self._database, player_id)

    def half_erased(self, limit: int) -> Sequence[str]:
        """See the port."""
        return half_erased(self._database, limit)

    def ban(self, player_id: str) -> None:
        """See the port. The digests stay, and are kept up to date."""
        with self._locked(player_id) as connection:
            at_first = update(players).where(players.c.id == player_id, players.c.banned_at.is_(None))
            connection.execute(at_first.values(banned_at=func.now()))
            replace_all(connection, held_by(connection, [player_id]), {})

    def unban(self, player_id: str) -> None:
        """See the port. Digests are put right as well, from the results."""
        if not is_id(player_id) or not put_right(self._database, [player_id], self._since, pardoned=True):
            raise PlayerNotFound(player_id)

    @contextmanager
    def _locked(self, player_id: str) -> Iterator[Connection]:
        """A transaction for which this player is locked; `PlayerNotFound`."""
        with self._database.transaction() as connection:
            if not is_id(player_id) or not lock_living(connection, [player_id]):
                raise PlayerNotFound(player_id)
            yield connection

    def _changed(self, player_id: str, **values: object) -> Row[Any]:
        change = update(players).where(_is(player_id)).values(values)
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


def _is(player_id: str) -> ColumnElement[bool]:
    return and_(players.c.id == player_id, IS_LIVING)


def _player(row: Row[*tuple[Any, ...]]) -> Player:
    return Player(row.id, row.display_name, row.created_at, row.bot)
