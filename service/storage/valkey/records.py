"""Stored games: checked whenever they come out, and set aside when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.errors import BrokenSave
from service.play.errors import GameNotFound, SaveDiscarded
from service.play.identity import NOBODY
from service.storage.valkey.fields import FIELDS
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of, member
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.play.record import GameRecord
    from service.storage.valkey.client import Store
    from service.storage.valkey.codec import Codec

    OnDiscard = Callable[[str, str], None]

_OWNER = list(FIELDS).index("owner")


class Records:
    """The check of every game on every load; `on_discard(game_id, reason)` is told of each that failed, once."""

    def __init__(self, store: Store, codec: Codec, on_discard: OnDiscard) -> None:
        self._store = store
        self._codec = codec
        self._on_discard = on_discard

    def found(self, status: str, game_id: str, fields: Sequence[bytes | None], player_id: str | None) -> GameRecord:
        """The game that a script has found; `player_id` says whose, where that is known for sure.

        Raises `GameNotFound`, and `SaveDiscarded` for one that fails its check, now or once before.
        """
        if status == "missing":
            raise GameNotFound(game_id)
        if status == "discarded":
            raise SaveDiscarded(game_id)
        try:
            record = self._codec.record(game_id, fields)
        except BrokenSave as fault:
            raise self._discarded(game_id, fault.reason, player_id or _owner(fields)) from fault
        if status == "broken":
            raise self._discarded(game_id, "it is filed under another player", player_id or _owner(fields))
        return record

    def _discarded(self, game_id: str, reason: str, player_id: str) -> SaveDiscarded:
        keys = Keys.of(game_id)
        places = keys.game(game_id), keys.quarantine(game_id), keys.games(player_id), keys.deadlines
        if self._store.run(script("discard"), places, (member(game_id),)):
            self._on_discard(game_id, reason)
        return SaveDiscarded(game_id)


def _owner(fields: Sequence[bytes | None]) -> str:
    """Whose game it is by its own account; nobody's if it gives none."""
    owner = fields[_OWNER] if len(fields) > _OWNER else None
    return id_of(owner) if owner and len(owner) == MEMBER_BYTES else NOBODY
