"""The running audit of all ranked deals that have ended, by their fate."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from service.play.record import DealKind
from service.storage.postgres.bulk import bound, given
from service.storage.postgres.race_deals import new_deals
from service.storage.postgres.standing_tables import daily_fates, fairness
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from sqlalchemy import Connection

    from service.play.ended import Ended

_RACED = results.c.deal_kind == DealKind.RACE.value
_DEALS = func.count().filter(~_RACED) + func.count(results.c.server_seed.distinct()).filter(_RACED)

_COLUMNS = tuple(one.name for one in fairness.c)
_FATES = tuple(one.name for one in daily_fates.c)

_ADD = insert(fairness).from_select(_COLUMNS, select(given(fairness.c)))
_COUNT = _ADD.on_conflict_do_update(
    index_elements=("variant", "locks_at"), set_={"deals": fairness.c.deals + _ADD.excluded.deals}
)
_NOTE = insert(daily_fates).from_select(_FATES, select(given(daily_fates.c))).on_conflict_do_nothing()


def count_deals(connection: Connection, fresh: Sequence[Ended]) -> None:
    """Count the deals of results that have just been stored: what many were dealt once, all others each.

    Rows are changed in the order of their keys, so that two workers cannot wait for each other.
    """
    deals, fates = Counter[tuple[str, int]](), dict[tuple[object, ...], int]()
    for game in fresh:
        if game.day is not None:
            fates[game.day, game.variant] = game.locks_at
        elif not game.raced:
            deals[game.variant, game.locks_at] += 1
    if fates:
        rows = [(*deal, locks_at) for deal, locks_at in sorted(fates.items())]
        connection.execute(_NOTE, bound(daily_fates.c, rows))
    deals.update((game.variant, game.locks_at) for game in new_deals(connection, fresh))
    _add(connection, deals)


def deals_by_fate(connection: Connection) -> Mapping[str, Mapping[int, int]]:
    """How many deals of each variant locked first at which flip."""
    once = select(daily_fates.c.variant, daily_fates.c.locks_at, func.count().label("deals"))
    both = select(fairness).union_all(once.group_by(daily_fates.c.variant, daily_fates.c.locks_at))
    found = defaultdict[str, Counter[int]](Counter)
    for row in connection.execute(both):
        found[row.variant][row.locks_at] += row.deals
    return {variant: dict(sorted(counted.items())) for variant, counted in sorted(found.items())}


def miscounted_deals(connection: Connection) -> dict[tuple[str, int], int]:
    """By how much the counts differ from what the results say, in one statement, and so at one moment."""
    right = (
        select(results.c.variant, results.c.locks_at, _DEALS.label("deals"))
        .where(results.c.day.is_(None))
        .group_by(results.c.variant, results.c.locks_at)
        .subquery()
    )
    lacking = func.coalesce(right.c.deals, 0) - func.coalesce(fairness.c.deals, 0)
    key = [func.coalesce(right.c[name], fairness.c[name]).label(name) for name in ("variant", "locks_at")]
    same = and_(*(right.c[name] == fairness.c[name] for name in ("variant", "locks_at")))
    joined = right.join(fairness, same, full=True)
    rows = connection.execute(select(*key, lacking.label("lacking")).select_from(joined).where(lacking != 0))
    return {(row.variant, row.locks_at): row.lacking for row in rows}


def misnoted_fates(connection: Connection) -> dict[tuple[date, str], int | None]:
    """The fates of daily deals as the results tell them, where something else is noted; None where they tell none."""
    right = (
        select(results.c.day, results.c.variant, func.min(results.c.locks_at).label("locks_at"))
        .where(results.c.day.is_not(None))
        .group_by(results.c.day, results.c.variant)
        .subquery()
    )
    key = [func.coalesce(right.c[name], daily_fates.c[name]).label(name) for name in ("day", "variant")]
    same = and_(*(right.c[name] == daily_fates.c[name] for name in ("day", "variant")))
    differ = right.c.locks_at.is_distinct_from(daily_fates.c.locks_at)
    joined = right.join(daily_fates, same, full=True)
    rows = connection.execute(select(*key, right.c.locks_at).select_from(joined).where(differ))
    return {(row.day, row.variant): row.locks_at for row in rows}


def mend(connection: Connection) -> None:
    """Make the audit what the results say. Whoever records results waits for that, and counts them afterwards."""
    connection.execute(text("LOCK TABLE daily_fates, fairness IN SHARE ROW EXCLUSIVE MODE"))
    _add(connection, miscounted_deals(connection))
    connection.execute(delete(fairness).where(fairness.c.deals == 0))
    for (day, variant), locks_at in misnoted_fates(connection).items():
        connection.execute(delete(daily_fates).where(daily_fates.c.day == day, daily_fates.c.variant == variant))
        if locks_at is not None:
            connection.execute(insert(daily_fates).values(day=day, variant=variant, locks_at=locks_at))


def _add(connection: Connection, deals: Mapping[tuple[str, int], int]) -> None:
    if deals:
        rows = [(*fate, number) for fate, number in sorted(deals.items())]
        connection.execute(_COUNT, bound(fairness.c, rows))
