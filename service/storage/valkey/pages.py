"""A player's games, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from service.play.errors import GameNotFound, SaveDiscarded
from service.play.pages import Page
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.record import GameRecord
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store
    from service.storage.valkey.records import Records


class Pages:
    """The lists of players' games. A page takes two round trips: first where the games are, then the games."""

    def __init__(self, store: Store, admission: Admission, records: Records) -> None:
        self._store = store
        self._admission = admission
        self._records = records

    def page(self, caller: Caller, after: Key | None, limit: int) -> Page[GameRecord]:
        """The caller's next games, newest first. Those that have expired are struck off the list."""
        player_id = caller.token.player_id
        words = "" if after is None else after[0], limit + 1
        index = Keys.of(player_id).games(player_id)
        _, (ties, older) = self._admission.run(script("page"), caller, "read", (index,), words)
        keys = list(_keys(after, ties, older))
        items = tuple(self._games(player_id, [game_id for _, game_id in keys[:limit]]))
        return Page(items, keys[limit - 1] if len(keys) > limit else None)

    def _games(self, player_id: str, ids: list[str]) -> Iterator[GameRecord]:
        own = Keys.of(player_id)
        looks = self._store.run_all(script("peek"), [((own.game(game_id),), (game_id,)) for game_id in ids])
        expired = []
        for game_id, (status, fields, now) in zip(ids, looks, strict=True):
            try:
                yield self._records.found(status.decode(), game_id, fields, player_id).lapsed(now)
            except GameNotFound:
                expired.append(member(game_id))
            except SaveDiscarded:
                continue
        if expired:
            self._store.command("ZREM", own.games(player_id), *expired)


def _keys(after: Key | None, ties: list[bytes], older: list[bytes]) -> Iterator[Key]:
    if after is not None:
        instant, last = after[0], member(after[1])
        yield from ((instant, str(UUID(bytes=tied))) for tied in ties if tied < last)
    for game, score in zip(older[::2], older[1::2], strict=True):
        yield int(score), str(UUID(bytes=game))
