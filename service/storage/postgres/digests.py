"""Digests of players' games, each over a day, an ISO week, a month and all time.

A game that ended after all others of its span is merged into the digest there, and nothing else is read. One that
comes late is put where it belongs: its day is digested anew from the results, and longer spans from shorter ones.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, select
from sqlalchemy.dialects.postgresql import insert

from service.play.digests import Digest, digest_of, merged
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


@dataclass(frozen=True, slots=True)
class Absorbed:
    """The digests that some results have changed, before and after; a place without one before had no games."""

    before: Mapping[DigestKey, Digest]
    after: Mapping[DigestKey, Digest]


def absorb(connection: Connection, fresh: Iterable[Ended]) -> Absorbed:
    """Digest results that have just been stored, of players who are locked."""
    by_place = _by_place(fresh)
    before = digests_at(connection, by_place)
    changed, late = dict[DigestKey, Digest](), list[DigestKey]()
    known = dict[tuple[str, ...], Digest]()
    for place, games in by_place.items():
        stored = before.get(place, Digest())
        if stored.last is None or stored.last < min(game.key for game in games):
            changed[place] = stored.merge(_digested(games, known))
        else:
            late.append(place)
    write(connection, changed)
    return Absorbed(before, changed | _digest_anew(connection, late))


def digest_all(games: Iterable[Ended]) -> dict[DigestKey, Digest]:
    """The digests of all games of some players, from nothing but the games."""
    return {place: digest_of(some) for place, some in _by_place(games).items()}


def digests_at(connection: Connection, places: Iterable[DigestKey]) -> dict[DigestKey, Digest]:
    """The digests that there are in these places."""
    keys = [_key(place) for place in places]
    rows = connection.execute(_READ, bound(digests.primary_key, keys)) if keys else ()
    return {(player, variant, Span(*span)): Digest.parse(body) for player, variant, *span, body in rows}


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
    for player_id, variant, span in sorted(late, key=lambda place: _ORDER.index(place[2].period)):
        made = _of_results if span.period == "day" else _of_parts
        again = {(player_id, variant, span): made(connection, player_id, variant, span)}
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
    parts = select(digests.c.body).where(
        digests.c.player_id == player_id,
        digests.c.variant == variant,
        digests.c.period == _MADE_OF[span.period],
        digests.c.start >= span.start,
        digests.c.start <= span.last,
    )
    return merged(Digest.parse(body) for body in connection.scalars(parts.order_by(digests.c.start)))


def _key(place: DigestKey) -> tuple[str, str, str, date]:
    player_id, variant, (period, start) = place
    return player_id, variant, period, start
