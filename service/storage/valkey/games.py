"""Games in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never

from service.game.errors import BrokenSave, GameOver
from service.play.errors import (
    CommitmentNotFound,
    CommitmentUsed,
    GameNotFound,
    IdempotencyKeyReused,
    StaleGame,
    TooManyOpenGames,
)
from service.play.identity import NOBODY, is_id
from service.play.record import Change, GameRecord
from service.storage.valkey.fields import in_range
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.once import once_of
from service.storage.valkey.pages import Pages
from service.storage.valkey.script import script
from service.storage.valkey.sweeper import Sweeper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.caller import Caller
    from service.play.pages import Key, Page
    from service.play.record import Draft
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store, Word
    from service.storage.valkey.codec import Codec
    from service.storage.valkey.faults import OnFaults
    from service.storage.valkey.records import Records

_GIVE_UP = 0


class ValkeyGames:
    """The port `Games`: one script, and so one round trip, for every request but a page and a repeated deal."""

    def __init__(
        self,
        store: Store,
        admission: Admission,
        codec: Codec,
        records: Records,
        on_faults: OnFaults,
        *,
        open_limit: int = 100,
    ) -> None:
        self._store = store
        self._admission = admission
        self._codec = codec
        self._records = records
        self._open_limit = open_limit
        self._pages = Pages(store, admission, records)
        self._sweeper = Sweeper(store, records, on_faults)

    def open(self, caller: Caller, draft: Draft, commitment_id: str | None) -> Change:
        """See the port."""
        player_id = caller.token.player_id
        keys = Keys.of(player_id)
        once, payload = once_of(caller, keys)
        places = keys.game(draft.id), keys.games(player_id), once, keys.deadlines
        committed = int(commitment_id is not None)
        words = draft.id, member(draft.id), payload, self._open_limit, committed, draft.game.flips
        status, answer = self._admission.run(
            script("open"),
            caller,
            "play",
            (*places, keys.commitment(commitment_id or "")),
            (*words, *self._codec.facts(draft)),
        )
        if status == "replayed":
            caller.replayed = True
            return self._opening(player_id, answer[0].decode(errors="replace"))
        if status != "done":
            self._refuse_opening(status, commitment_id or "")
        record = GameRecord(draft, draft.game, version=1, opened_at=answer[0], updated_at=answer[0])
        return Change(record, record)

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        """See the port."""
        keys, words = _own(caller, game_id)
        status, answer = self._admission.run(script("load"), caller, "read", keys, words)
        record = self._records.found(status, game_id, answer[0], caller.token.player_id)
        return record.lapsed(answer[1])

    def peek(self, game_id: str) -> GameRecord:
        """See the port."""
        if not is_id(game_id):
            raise GameNotFound(game_id)
        status, fields, now = self._store.run(script("peek"), (Keys.of(game_id).game(game_id),), (game_id,))
        return self._records.found(status.decode(), game_id, fields, None).lapsed(now)

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        """See the port."""
        return self._change(caller, game_id, count)

    def abandon(self, caller: Caller, game_id: str) -> None:
        """See the port."""
        self._change(caller, game_id, _GIVE_UP)

    def expire(self, limit: int) -> int:
        """See the port."""
        return self._sweeper.sweep(limit)

    def page(self, caller: Caller, after: Key | None, limit: int, *, in_play: bool = False) -> Page[GameRecord]:
        """See the port."""
        return self._pages.in_play(caller, after, limit) if in_play else self._pages.page(caller, after, limit)

    def walk(self, caller: Caller) -> Iterator[GameRecord]:
        """See the port."""
        return self._pages.walk(caller)

    def _change(self, caller: Caller, game_id: str, count: int) -> Change:
        own, words = _own(caller, game_id)
        keys = Keys.of(caller.token.player_id)
        once, payload = once_of(caller, keys)
        places = *own, once, keys.deadlines, keys.outbox
        status, answer = self._admission.run(
            script("change"), caller, "play", places, (*words, payload, _tags(caller), count)
        )
        if status == "reused":
            raise IdempotencyKeyReused
        record = self._records.found(status, game_id, answer[0], caller.token.player_id)
        if status == "stale":
            raise StaleGame(game_id, record.version, record.tag)
        if status == "over" and record.game.outcome:
            raise GameOver(record.game.outcome)
        caller.replayed = status == "replayed"
        return _change_told(record, answer[1], replayed=caller.replayed)

    def _opening(self, player_id: str, game_id: str) -> Change:
        """The opening of a game, told again."""
        record = self.peek(game_id) if is_id(game_id) else None
        if record is None or record.draft.player_id != player_id:
            raise IdempotencyKeyReused
        record = record.at(flips=record.draft.game.flips, version=1, updated_at=record.opened_at)
        return Change(record, record)

    def _refuse_opening(self, status: str, commitment_id: str) -> Never:
        match status:
            case "reused":
                raise IdempotencyKeyReused
            case "no commitment":
                raise CommitmentNotFound(commitment_id)
            case "used commitment":
                raise CommitmentUsed(commitment_id)
        raise TooManyOpenGames(self._open_limit)


def _own(caller: Caller, game_id: str) -> tuple[tuple[str, str], tuple[Word, ...]]:
    """The keys and words by which the scripts find a game of the caller's; for a text that is no id, none."""
    player_id = caller.token.player_id
    keys = Keys.of(player_id)
    known = game_id if is_id(game_id) else NOBODY
    return (keys.game(known), keys.games(player_id)), (known, member(known), member(player_id))


def _tags(caller: Caller) -> str:
    """The entity tags that the caller accepts, each between line ends; empty if that is any."""
    return "" if caller.if_match is None else "\n".join(("", *caller.if_match, ""))


def _change_told(record: GameRecord, history: bytes, *, replayed: bool) -> Change:
    """The change with this history: flips, version and instant before it, and after it."""
    try:
        flips, version, updated_at, to_flips, to_version, at = map(int, history.split())
        if version != flips or to_version - to_flips not in (0, 1) or not in_range(record.opened_at, updated_at, at):
            raise IdempotencyKeyReused
        before = record.at(flips=flips, version=version, updated_at=updated_at)
        after = record.at(flips=to_flips, version=to_version, updated_at=at) if replayed else record
        return Change(before, after)
    except (ValueError, BrokenSave):
        # Only an idempotency record is kept without a check of its own.
        raise IdempotencyKeyReused from None
