"""Rows of standings, and the counts that always go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, Uuid, and_, cast, delete, select
from sqlalchemy.dialects.postgresql import insert

from service.play.boards import Entry
from service.play.periods import Span
from service.storage.postgres.bulk import bound, given
from service.storage.postgres.counts import change_counts, moves
from service.storage.postgres.standing_tables import standings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from sqlalchemy import ColumnElement, Connection, FromClause, Row

    from service.play.boards import Slot

_KEY = tuple(one.name for one in standings.primary_key)
_COLUMNS = tuple(one.name for one in standings.c)

_given_keys = given(standings.primary_key)
_given = given(standings.c)


def _same(table: FromClause, other: FromClause, names: Iterable[str]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == other.c[name] for name in names))


# Ids as texts: psycopg would make objects of them first, which costs more than all else here.
SHOWN = [cast(one, Text).label(one.name) if isinstance(one.type, Uuid) else one for one in standings.c]
_READ = select(*SHOWN).join(_given_keys, _same(standings, _given_keys, _KEY))
_DELETE = delete(standings).where(_same(standings, _given_keys, _KEY))
_ADD = insert(standings).from_select(_COLUMNS, select(_given))
_WRITE = _ADD.on_conflict_do_update(
    index_elements=_KEY, set_={name: _ADD.excluded[name] for name in _COLUMNS if name not in _KEY}
)


def held(connection: Connection, slots: Iterable[Slot]) -> dict[Slot, Entry]:
    """What stands in these slots; it stays so only where their players are locked."""
    keys = [_key(slot) for slot in slots]
    found = connection.execute(_READ, bound(standings.primary_key, keys)) if keys else ()
    return {entry.slot: entry for entry in map(entry_of, found)}


def held_by(connection: Connection, player_ids: Iterable[str]) -> dict[Slot, Entry]:
    """All that stands for these players; it stays so only where they are locked."""
    rows = connection.execute(select(*SHOWN).where(standings.c.player_id.in_(list(player_ids))))
    return {entry.slot: entry for entry in map(entry_of, rows)}


def replace_all(connection: Connection, old: Mapping[Slot, Entry], new: Mapping[Slot, Entry]) -> None:
    """Have what is new stand where the old did, counts and all; what is in `old` alone goes.

    The counts are changed last and in the order of their keys: two workers that change the same ones wait for each
    other only there, and never both.
    """
    stale = {slot: entry for slot, entry in old.items() if new.get(slot) != entry}
    fresh = {slot: entry for slot, entry in new.items() if old.get(slot) != entry}
    if gone := [_key(slot) for slot in stale.keys() - fresh.keys()]:
        connection.execute(_DELETE, bound(standings.primary_key, gone))
    if fresh:
        connection.execute(_WRITE, bound(standings.c, map(_row, fresh.values())))
    change_counts(connection, moves(stale, fresh))


def entry_of(row: Row[*tuple[Any, ...]]) -> Entry:
    """The entry in a row."""
    player_id, board, variant, period, start, *shown = row
    return Entry(board, variant, Span(period, start), player_id, *shown)


def _key(slot: Slot) -> tuple[str, str, str, str, date]:
    """As the primary key has it."""
    board, variant, (period, start), player_id = slot
    return player_id, board, variant, period, start


def _row(entry: Entry) -> tuple[object, ...]:
    """As the table has it."""
    board, variant, (period, start), player_id, *shown = entry
    return player_id, board, variant, period, start, *shown
