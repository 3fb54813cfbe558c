"""A player's games, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import GameNotFound, SaveDiscarded
from service.play.pages import Page
from service.storage.valkey.fields import in_range
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of, member
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.record import GameRecord
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store
    from service.storage.valkey.records import Records


_STRIDE = 100
"""How many games a walk fetches at a time."""


class Pages:
    """The lists of players' games. A page takes two round trips: first where the games are, then the games."""

    def __init__(self, store: Store, admission: Admission, records: Records) -> None:
        self._store = store
        self._admission = admission
        self._records = records

    def page(self, caller: Caller, after: Key | None, limit: int) -> Page[GameRecord]:
        """The caller's next games, newest first. Those that have expired are struck off the list."""
        player_id = caller.token.player_id
        _, (ties, older) = self._admission.run(
            script("page"), caller, "read", (_index(player_id),), _words(after, limit)
        )
        return self._page(player_id, listed(self._store, _index(player_id), after, limit, (ties, older)), limit)

    def in_play(self, caller: Caller, after: Key | None, limit: int) -> Page[GameRecord]:
        """The same of games in play: their marks are few enough to be looked at all at once."""
        player_id = caller.token.player_id
        _, (entries,) = self._admission.run(script("in_play"), caller, "read", (_index(player_id),))
        found = [key for name, instant in _scored(entries) if (key := _key(name, instant))]
        keys = sorted((key for key in found if after is None or key < after), reverse=True)
        page = self._page(player_id, keys, limit)
        return Page(tuple(record for record in page.items if not record.game.outcome), page.next)

    def walk(self, caller: Caller) -> Iterator[GameRecord]:
        """All of the caller's games, newest first, of which the first page is fetched, and charged, at once."""
        return self._onward(caller.token.player_id, self.page(caller, None, _STRIDE))

    def _onward(self, player_id: str, page: Page[GameRecord]) -> Iterator[GameRecord]:
        yield from page.items
        while page.next is not None:
            keys = listed(self._store, _index(player_id), page.next, _STRIDE)
            page = self._page(player_id, keys, _STRIDE)
            yield from page.items

    def _page(self, player_id: str, keys: list[Key], limit: int) -> Page[GameRecord]:
        items = tuple(self._games(player_id, [game_id for _, game_id in keys[:limit]]))
        return Page(items, keys[limit - 1] if len(keys) > limit else None)

    def _games(self, player_id: str, ids: list[str]) -> Iterator[GameRecord]:
        own = Keys.of(player_id)
        looks = self._store.run_all(script("peek"), [((own.game(game_id),), (game_id,)) for game_id in ids])
        expired = []
        for game_id, (status, fields, now) in zip(ids, looks, strict=True):
            try:
                yield self._records.found(status.decode(), game_id, fields, player_id).as_of(now)
            except GameNotFound:
                expired += [member(game_id), b"+" + member(game_id)]
            except SaveDiscarded:
                continue
        if expired:
            self._store.command("ZREM", own.games(player_id), *expired)


def listed(
    store: Store, index: str, after: Key | None, limit: int, first: tuple[list[bytes], list[bytes]] | None = None
) -> list[Key]:
    """Where the next rows of a list stand, newest first, one more than the limit if there are so many.

    Whatever else stands in it is struck off, and then it is read again. `first` is what has been read already.
    """
    while True:
        ties, older = first or store.run(script("walk"), (index,), _words(after, limit))
        entries = [(tied, 0.0 if after is None else after[0]) for tied in ties] + _scored(older)
        junk = [name for name, instant in entries if _key(name, instant) is None]
        if not junk:
            keys = (_key(name, instant) for name, instant in entries)
            return [key for key in keys if key is not None and (after is None or key < after)]
        store.command("ZREM", index, *junk)
        first = None


def _index(player_id: str) -> str:
    return Keys.of(player_id).games(player_id)


def _words(after: Key | None, limit: int) -> tuple[str | int, int]:
    return "" if after is None else after[0], limit + 1


def _scored(entries: list[bytes]) -> list[tuple[bytes, float]]:
    return [(name, float(score)) for name, score in zip(entries[::2], entries[1::2], strict=True)]


def _key(name: bytes, instant: float) -> Key | None:
    """Where a game stands in the list; None for what is no game's entry."""
    if len(name) != MEMBER_BYTES or not float(instant).is_integer() or not in_range(int(instant)):
        return None
    return int(instant), id_of(name)
