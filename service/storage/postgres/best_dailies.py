"""The best that a player has to show on the board of daily deals, which has only lists of days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ARRAY, Date, Integer, Text, bindparam, cast, func, literal, literal_column, select, true

from service.play.boards import BOARDS, DAILY
from service.storage.postgres.standing_tables import standings
from service.storage.postgres.standings import SHOWN, entry_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.play.boards import Entry


def best_dailies(connection: Connection, player_id: str, kept_days: int) -> list[Entry]:
    """The best row of each variant, over all days whose lists are kept when they are kept for so many days."""
    words = {"player_id": player_id, "kept_days": kept_days, "variants": list(BOARDS[DAILY].variants)}
    return [entry_of(row) for row in connection.execute(_BEST, words)]


# As `kept_since` has it, by the database's clock.
_LONG_AGO = func.make_interval(0, 0, 0, bindparam("kept_days", type_=Integer))
_SINCE = cast(func.date_trunc("week", func.timezone("UTC", func.now()) - _LONG_AGO), Date)

_variants = func.unnest(bindparam("variants", type_=ARRAY(Text))).table_valued("variant").render_derived()

# One look into an index of daily rows alone for each variant, however many days there are. The board is spelled out,
# as in that index.
_best = (
    select(*SHOWN)
    .where(
        standings.c.player_id == bindparam("player_id", type_=standings.c.player_id.type),
        standings.c.board == literal_column(f"'{DAILY}'"),
        standings.c.variant == _variants.c.variant,
        standings.c.period == literal("day"),
        standings.c.start >= _SINCE,
    )
    .order_by(standings.c.sort_order, standings.c.achieved_at, standings.c.game_id)
    .limit(1)
    .lateral("best")
)
_BEST = select(_best).select_from(_variants.join(_best, true()))
