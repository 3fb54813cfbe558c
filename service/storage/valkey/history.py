"""What a request did, as its idempotency record keeps it: the moment before and the moment after.

Each is six words: cursor, version, errors, the instant, whether the game was given up (0, 1), and the decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.errors import GameError
from service.play.errors import IdempotencyKeyReused
from service.play.record import Change, Moment
from service.storage.valkey.fields import in_range
from service.storage.valkey.state import adds_up
from service.storage.valkey.terms import parse_decided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.record import GameRecord

_WORDS = 6


def change_told(record: GameRecord, history: bytes, *, replayed: bool) -> Change:
    """The change with this history, which has led to the record unless it is `replayed`.

    Raises `IdempotencyKeyReused` for junk: only an idempotency record is kept without a check of its own.
    """
    try:
        words = history.decode().split(" ")
        before = _at(record, words[:_WORDS])
        after = _at(record, words[_WORDS:]) if replayed else record
    except (ValueError, GameError):
        raise IdempotencyKeyReused from None
    if not in_range(record.opened_at, before.updated_at, after.updated_at) or before.version >= after.version:
        raise IdempotencyKeyReused
    return Change(before, after)


def _at(record: GameRecord, words: Sequence[str]) -> GameRecord:
    cursor, version, errors, updated_at, abandoned = map(int, words[:-1])
    if not adds_up(record.draft, cursor, version, errors, abandoned=bool(abandoned)):
        raise ValueError(words)
    moment = Moment(
        cursor, version, errors, updated_at, abandoned=bool(abandoned), decisions=parse_decided(words[-1])
    )
    return record.at(moment)
