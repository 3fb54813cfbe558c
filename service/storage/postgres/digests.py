"""Digests of players' games, each over a day, an ISO week, a month and all time.

A game that ended after all others of its span is merged into the digest there, and nothing else is read. One that
comes late is put where it belongs: its day is digested anew from the results, and longer spans from shorter ones.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import and_, delete, select
from sqlalchemy.dialects.postgresql import insert

from service.play.digests import BrokenDigest, Digest, digest_of, merged
from service.play.periods import Span, bounds, spans_of
from service.storage.postgres.bulk import bound, given
from service.storage.postgres.rows import ENDED_COLUMNS, ended_game
from service.storage.postgres.standing_tables import digests
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from sqlalchemy import Connection

    from service.play.ended import Ended
    from service.play.periods import Period

DigestKey = tuple[str, str, Span]
"""A player, a variant and a span: there is one digest for each."""

_KEY = tuple(one.name for one in digests.primary_key)
_COLUMNS = tuple(one.name for one in digests.c)

_given_keys = given(digests.primary_key)
_given = given(digests.c)

_READ = select(digests).join(_given_keys, and_(*(digests.c[name] == _given_keys.c[name] for name in _KEY)))
_ADD = insert(digests).from_select(_COLUMNS, select(_given))
_WRITE = _ADD.on_conflict_do_update(index_elements=_KEY, set_={"body": _ADD.excluded.body})

_ORDER: tuple[Period, ...] = "day", "week", "month", "all"
_MADE_OF: dict[Period, Period] = {"week": "day", "month": "day", "all": "month"}

_log = structlog.get_logger(component="digests")


@dataclass(frozen=True, slots=True)
class Absorbed:
    """The digests that some results have changed, before and after; a place without one before had no games."""

    before: Mapping[DigestKey, Digest]
    after: Mapping[DigestKey, Digest]
    damaged: Sequence[DigestKey]
    """Places where no digest was stored but something else: nobody knows what was there before, which is empty."""


def absorb(connection: Connection, fresh: Iterable[Ended]) -> Absorbed:
    """Digest results that have just been stored, of players who are locked."""
    by_place = _by_place(fresh)
    found = digests_at(connection, by_place)
    before = {place: digest or Digest() for place, digest in found.items()}
    changed, late = dict[DigestKey, Digest](), list[DigestKey]()
    known = dict[tuple[str, ...], Digest]()
    for place, games in by_place.items():
        stored = found.get(place, Digest())
        if stored is not None and (stored.last is None or stored.last < min(game.key for game in games)):
            changed[place] = stored.merge(_digested(games, known))
        else:
            late.append(place)
    write(connection, changed)
    damaged = [place for place, digest in found.items() if digest is None]
    return Absorbed(before, changed | _digest_anew(connection, late), damaged)


def digest_all(games: Iterable[Ended]) -> dict[DigestKey, Digest]:
    """The digests of all games of some players, from nothing but the games."""
    return {place: digest_of(some) for place, some in _by_place(games).items()}


def digests_at(connection: Connection, places: Iterable[DigestKey]) -> dict[DigestKey, Digest | None]:
    """The digests that there are in these places; None for what is stored in one and is none."""
    keys = [_key(place) for place in places]
    rows = connection.execute(_READ, bound(digests.primary_key, keys)) if keys else ()
    found = (((player, variant, Span(*span)), body) for player, variant, *span, body in rows)
    return {place: _parsed(place, body) for place, body in found}


def digest_anew(connection: Connection, place: DigestKey) -> Digest:
    """What belongs in a place: of a day from its results, of longer spans from shorter ones that are kept as long."""
    return (_of_results if place[2].period == "day" else _of_parts)(connection, *place)


def _parsed(place: DigestKey, body: Any) -> Digest | None:
    """The digest; for what is none None, which is told: what a rebuild would mend."""
    try:
        return Digest.parse(body)
    except BrokenDigest as fault:
        player_id, variant, span = place
        about = {"player_id": player_id, "variant": variant, "period": span.period, "start": f"{span.start}"}
        _log.error("stored digest damaged", **about, reason=str(fault))
        return None


def bodies_of(connection: Connection, player_ids: Iterable[str]) -> dict[DigestKey, Any]:
    """What is stored as these players' digests, whatever it is."""
    rows = connection.execute(select(digests).where(digests.c.player_id.in_(list(player_ids))))
    return {(row.player_id, row.variant, Span(row.period, row.start)): row.body for row in rows}


def write(connection: Connection, changed: Mapping[DigestKey, Digest]) -> None:
    """Store digests, in place of those that are there."""
    rows = [(*_key(place), digest.body) for place, digest in changed.items()]
    if rows:
        connection.execute(_WRITE, bound(digests.c, rows))


def drop(connection: Connection, places: Iterable[DigestKey]) -> None:
    """Remove digests."""
    keys = [_key(place) for place in places]
    if keys:
        same = and_(*(digests.c[name] == _given_keys.c[name] for name in _KEY))
        connection.execute(delete(digests).where(same), bound(digests.primary_key, keys))


def _digested(games: Sequence[Ended], known: dict[tuple[str, ...], Digest]) -> Digest:
    """Mostly the same games lie in all four spans, and are digested once."""
    ids = tuple(game.game_id for game in games)
    if ids not in known:
        known[ids] = digest_of(games)
    return known[ids]


def _by_place(games: Iterable[Ended]) -> dict[DigestKey, list[Ended]]:
    by_place = defaultdict[Any, list[Any]](list)
    for game in games:
        if game.player_id is not None and game.solo:
            for span in spans_of(game.finished_at):
                by_place[game.player_id, game.variant, span].append(game)
    return dict(by_place)


def _digest_anew(connection: Connection, late: Iterable[DigestKey]) -> dict[DigestKey, Digest]:
    """Days first, for the longer spans are made of them."""
    changed = dict[DigestKey, Digest]()
    for place in sorted(late, key=lambda place: _ORDER.index(place[2].period)):
        again = {place: digest_anew(connection, place)}
        write(connection, again)
        changed |= again
    return changed


def _of_results(connection: Connection, player_id: str, variant: str, span: Span) -> Digest:
    start, end = bounds(span)
    of_span = select(*ENDED_COLUMNS).where(
        results.c.player_id == player_id,
        results.c.variant == variant,
        results.c.finished_at >= start,
        results.c.finished_at < end,
    )
    return digest_of(game for game in map(ended_game, connection.execute(of_span)) if game.solo)


def _of_parts(connection: Connection, player_id: str, variant: str, span: Span) -> Digest:
    """A part that is damaged is made from its results."""
    period = _MADE_OF[span.period]
    parts = select(digests.c.start, digests.c.body).where(
        digests.c.player_id == player_id,
        digests.c.variant == variant,
        digests.c.period == period,
        digests.c.start >= span.start,
        digests.c.start <= span.last,
    )
    found = [(Span(period, start), body) for start, body in connection.execute(parts.order_by(digests.c.start))]
    return merged(
        _parsed((player_id, variant, part), body) or _of_results(connection, player_id, variant, part)
        for part, body in found
    )


def _key(place: DigestKey) -> tuple[str, str, str, date]:
    player_id, variant, (period, start) = place
    return player_id, variant, period, start
