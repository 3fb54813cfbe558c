"""What players' wins in races earn: counted from the races that are stored, in which their standings lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, column, func, select, true

from service.play.periods import Span, bounds
from service.play.race_results import Win, win_entries, win_entry
from service.storage.postgres.bulk import bound, given
from service.storage.postgres.race_tables import race_entries
from service.storage.postgres.standing_tables import standings
from service.storage.postgres.tables import Instant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from service.play.boards import Entry, Slot

_SLOT = tuple(standings.c[name] for name in ("board", "variant", "period", "start", "player_id"))
_COLUMNS = (*_SLOT, column("begins", Instant()), column("ends", Instant()))
_slots = given(_COLUMNS)
_theirs = and_(
    race_entries.c.won,
    race_entries.c.player_id == _slots.c.player_id,
    race_entries.c.variant == _slots.c.variant,
    race_entries.c.ended_at >= _slots.c.begins,
    race_entries.c.ended_at < _slots.c.ends,
)
_number = select(func.count()).select_from(race_entries).where(_theirs).correlate(_slots).scalar_subquery()
_last = (
    select(race_entries.c.ended_at, race_entries.c.game_id)
    .where(_theirs)
    .order_by(race_entries.c.ended_at.desc(), race_entries.c.game_id.desc())
    .limit(1)
    .lateral("last")
)
_COUNT = select(
    *(_slots.c[one.name] for one in _SLOT), _number.label("number"), _last.c.ended_at, _last.c.game_id
).select_from(_slots.join(_last, true()))


def wins_in(connection: Connection, slots: Iterable[Slot]) -> dict[Slot, Entry]:
    """What the wins come to in these slots of the board of races won; players are locked, so that it stays."""
    rows = [
        (board, variant, span.period, span.start, player_id, *bounds(span))
        for board, variant, span, player_id in slots
    ]
    entries = dict[tuple[str, str, Span, str], "Entry"]()
    for row in connection.execute(_COUNT, bound(_COLUMNS, rows)) if rows else ():
        slot = row.board, row.variant, Span(row.period, row.start), row.player_id
        entries[slot] = win_entry(slot, row.number, row.ended_at, row.game_id)
    return entries


def wins_of(connection: Connection, player_ids: Iterable[str]) -> dict[Slot, Entry]:
    """What all wins of these players come to, in all their slots."""
    found = select(race_entries.c.player_id, *(race_entries.c[name] for name in ("variant", "ended_at", "game_id")))
    theirs = race_entries.c.won, race_entries.c.player_id.in_(list(player_ids))
    return win_entries(Win(*row) for row in connection.execute(found.where(*theirs)))
