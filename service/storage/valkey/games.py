"""Games in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never

from service.play.days import closes_at
from service.play.errors import (
    CommitmentNotFound,
    CommitmentUsed,
    DailyAlreadyPlayed,
    GameNotFound,
    IdempotencyKeyReused,
    TooManyOpenGames,
)
from service.play.identity import is_id
from service.play.record import Change, GameRecord, Moment
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.once import once_of
from service.storage.valkey.pages import Pages
from service.storage.valkey.script import script
from service.storage.valkey.sweeper import Sweeper
from service.storage.valkey.turns import Turns, own

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.pages import Key, Page
    from service.play.ports import Turn
    from service.play.record import Draft
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store, Word
    from service.storage.valkey.codec import Codec
    from service.storage.valkey.faults import OnFaults
    from service.storage.valkey.records import Records


class ValkeyGames:
    """The port `Games`: one script, and so one round trip, for most requests; for others see `turns` and `pages`."""

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
        self._turns = Turns(store, admission, codec, records, open_limit=open_limit)
        self._pages = Pages(store, admission, records)
        self._sweeper = Sweeper(store, records, on_faults)

    def open(self, caller: Caller, draft: Draft, commitment_id: str | None) -> Change:
        """See the port."""
        status, answer = self._admission.run(
            script("open"),
            caller,
            "play",
            _places(caller, draft, commitment_id),
            (*self._words(caller, draft, commitment_id), *self._codec.facts(draft, draft.game)),
        )
        if status == "replayed":
            caller.replayed = True
            return self._opening(caller.token.player_id, answer[0].decode(errors="replace"))
        if status != "done":
            self._refuse_opening(status, commitment_id or "", answer)
        record = GameRecord(draft, draft.game, version=1, opened_at=answer[0], updated_at=answer[0])
        return Change(record, record)

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        """See the port."""
        keys, words = own(caller, game_id)
        status, answer = self._admission.run(script("load"), caller, "read", keys, words)
        record = self._records.found(status, game_id, answer[0], caller.token.player_id)
        return record.as_of(answer[1])

    def peek(self, game_id: str) -> GameRecord:
        """See the port."""
        if not is_id(game_id):
            raise GameNotFound(game_id)
        status, fields, now = self._store.run(script("peek"), (Keys.of(game_id).game(game_id),), (game_id,))
        return self._records.found(status.decode(), game_id, fields, None).as_of(now)

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        """See the port."""
        return self._turns.advance(caller, game_id, count)

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        """See the port."""
        return self._turns.place(caller, game_id, pile)

    def autoplay(self, caller: Caller, game_id: str, until: Until) -> Change:
        """See the port."""
        return self._turns.autoplay(caller, game_id, until)

    def change(self, caller: Caller, game_id: str, turn: Turn) -> Change:
        """See the port."""
        return self._turns.change(caller, game_id, turn)

    def abandon(self, caller: Caller, game_id: str) -> None:
        """See the port."""
        self._turns.abandon(caller, game_id)

    def expire(self, limit: int) -> int:
        """See the port."""
        return self._sweeper.sweep(limit)

    def page(self, caller: Caller, after: Key | None, limit: int, *, in_play: bool = False) -> Page[GameRecord]:
        """See the port."""
        return self._pages.in_play(caller, after, limit) if in_play else self._pages.page(caller, after, limit)

    def walk(self, caller: Caller) -> Iterator[GameRecord]:
        """See the port."""
        return self._pages.walk(caller)

    def _opening(self, player_id: str, game_id: str) -> Change:
        """The opening of a game, told again."""
        record = self.peek(game_id) if is_id(game_id) else None
        if record is None or record.draft.player_id != player_id:
            raise IdempotencyKeyReused
        start = record.draft.game.cursor
        opening = Moment(start, version=1, errors=0, updated_at=record.opened_at, abandoned=False, decisions=())
        record = record.at(opening)
        return Change(record, record)

    def _words(self, caller: Caller, draft: Draft, commitment_id: str | None) -> tuple[Word, ...]:
        _, payload = once_of(caller, Keys.of(draft.player_id))
        committed, start = int(commitment_id is not None), draft.game.cursor
        daily = ("", "") if draft.day is None else (draft.variant, closes_at(draft.day))
        return draft.id, member(draft.id), payload, self._open_limit, committed, start, *daily

    def _refuse_opening(self, status: str, commitment_id: str, answer: Sequence[Any]) -> Never:
        match status:
            case "reused":
                raise IdempotencyKeyReused
            case "no commitment":
                raise CommitmentNotFound(commitment_id)
            case "used commitment":
                raise CommitmentUsed(commitment_id)
            case "played":
                raise DailyAlreadyPlayed(answer[0].decode(errors="replace"))
        raise TooManyOpenGames(self._open_limit)


def _places(caller: Caller, draft: Draft, commitment_id: str | None) -> tuple[str, ...]:
    player_id = caller.token.player_id
    keys = Keys.of(player_id)
    once, _ = once_of(caller, keys)
    mine = keys.game(draft.id), keys.games(player_id), once, keys.deadlines
    return *mine, keys.commitment(commitment_id or ""), keys.daily(player_id, draft.day)
