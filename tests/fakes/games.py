"""Games in memory."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from service.game.errors import GameOver
from service.game.policy import autoplay
from service.play.errors import (
    AutoplayNotAllowed,
    CommitmentNotFound,
    CommitmentUsed,
    DailyAlreadyPlayed,
    GameNotFound,
    SaveDiscarded,
    StaleGame,
    TooManyOpenGames,
    WrongMode,
)
from service.play.identity import new_id, partition_of
from service.play.pages import Page
from service.play.record import Change, Draft, GameRecord
from tests.fakes.memory import Entry, Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.game.game import Game, Mode
    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.ports import Turn


class FakeGames:
    """The port `Games`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def open(self, caller: Caller, draft: Draft, commitment_id: str | None) -> Change:
        self._memory.admit(caller, "play")
        done: Change | None = self._memory.recall(caller)
        if done is not None:
            return done
        self._check_commitment(caller, commitment_id)
        self._check_attempt(draft)
        self._check_open_games(caller.token.player_id)
        if commitment_id is not None:
            self._memory.promises[commitment_id].used = True
        if draft.day is not None:
            self._memory.attempts[draft.player_id, draft.day, draft.variant] = draft.id
        now = self._memory.now
        record = GameRecord(draft, draft.game, version=1, opened_at=now, updated_at=now)
        self._memory.games[draft.id] = record
        self._memory.remember(caller, Change(record, record))
        return Change(record, record)

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        self._memory.admit(caller, "read")
        return self._own(caller, game_id).as_of(self._memory.now)

    def peek(self, game_id: str) -> GameRecord:
        if game_id in self._memory.discarded:
            raise SaveDiscarded(game_id)
        if game_id not in self._memory.games:
            raise GameNotFound(game_id)
        return self._memory.games[game_id].as_of(self._memory.now)

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        def step(record: GameRecord) -> GameRecord:
            _check_mode(record.game, "reveal")
            return self._changed(record, record.game.step(count))

        return self._make(caller, game_id, step)

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        def place(record: GameRecord) -> GameRecord:
            _check_mode(record.game, "placement")
            if record.game.accepts(pile):
                return self._changed(record, record.game.step())
            return self._changed(record, record.game, errors=1)

        return self._make(caller, game_id, place)

    def autoplay(self, caller: Caller, game_id: str, until: Until) -> Change:
        def play(record: GameRecord) -> GameRecord:
            _check_going_on(record.game)
            if record.game.mode == "placement" and not record.draft.practice:
                raise AutoplayNotAllowed
            return self._changed(record, autoplay(record.game, until))

        return self._make(caller, game_id, play)

    def change(self, caller: Caller, game_id: str, turn: Turn) -> Change:
        def put(record: GameRecord) -> GameRecord:
            game = turn(record)
            if record.game.outcome is not None:
                if self._memory.now >= record.expires_at:
                    raise GameOver(record.game.outcome)
                self._check_open_games(record.draft.player_id)
            return self._changed(record, game)

        return self._make(caller, game_id, put)

    def abandon(self, caller: Caller, game_id: str) -> None:
        self._make(caller, game_id, lambda record: self._changed(record, record.game.abandon()))

    def expire(self, limit: int) -> int:
        ended: Counter[str] = Counter()
        for record in list(self._memory.games.values()):
            partition = partition_of(record.id)
            if record.lapsed(self._memory.now) is not record and ended[partition] < limit:
                self._lapse(record)
                ended[partition] += 1
        return ended.total()

    def page(self, caller: Caller, after: Key | None, limit: int, *, in_play: bool = False) -> Page[GameRecord]:
        self._memory.admit(caller, "read")
        mine = [game for game in self._of(caller) if not (in_play and game.game.outcome)]
        rest = [game for game in mine if after is None or game.key < after]
        items = tuple(game for game in rest[:limit] if game.id not in self._memory.discarded)
        return Page(items, rest[limit - 1].key if len(rest) > limit else None)

    def walk(self, caller: Caller) -> Iterator[GameRecord]:
        self._memory.admit(caller, "read")
        return (game for game in self._of(caller) if game.id not in self._memory.discarded)

    def _of(self, caller: Caller) -> list[GameRecord]:
        """The caller's games, newest first."""
        mine = [game for game in self._memory.games.values() if game.draft.player_id == caller.token.player_id]
        return [game.as_of(self._memory.now) for game in sorted(mine, key=lambda game: game.key, reverse=True)]

    def discard(self, game_id: str) -> None:
        """Let the game have failed its check."""
        self._memory.discarded.add(game_id)

    def _own(self, caller: Caller, game_id: str) -> GameRecord:
        record = self._memory.games.get(game_id)
        if record is None or record.draft.player_id != caller.token.player_id:
            raise GameNotFound(game_id)
        if game_id in self._memory.discarded:
            raise SaveDiscarded(game_id)
        return record

    def _make(self, caller: Caller, game_id: str, make: Callable[[GameRecord], GameRecord]) -> Change:
        self._memory.admit(caller, "play")
        done: Change | None = self._memory.recall(caller)
        before = self._own(caller, game_id)
        if done is not None:
            return done
        before = self._lapse(before)
        if caller.if_match is not None and before.tag not in caller.if_match:
            raise StaleGame(before.id, before.version, before.tag)
        change = Change(before, make(before))
        self._store(change.after)
        self._memory.remember(caller, change)
        return change

    def _changed(self, record: GameRecord, game: Game, errors: int = 0) -> GameRecord:
        return record.changed(game, self._memory.now, errors=errors)

    def _lapse(self, record: GameRecord) -> GameRecord:
        lapsed = record.lapsed(self._memory.now)
        if lapsed is not record:
            self._store(lapsed)
        return lapsed

    def _store(self, record: GameRecord) -> None:
        self._memory.games[record.id] = record
        if record.game.outcome and record.draft.ranked:
            self._memory.outbox[new_id(record.id)] = Entry(record)

    def _check_commitment(self, caller: Caller, commitment_id: str | None) -> None:
        if commitment_id is None:
            return
        promise = self._memory.promises.get(commitment_id)
        if promise is None or promise.player_id != caller.token.player_id:
            raise CommitmentNotFound(commitment_id)
        if promise.used:
            raise CommitmentUsed(commitment_id)
        if promise.commitment.expires_at <= self._memory.now:
            raise CommitmentNotFound(commitment_id)

    def _check_attempt(self, draft: Draft) -> None:
        if draft.day is not None:
            attempt = self._memory.attempts.get((draft.player_id, draft.day, draft.variant))
            if attempt is not None:
                raise DailyAlreadyPlayed(attempt)

    def _check_open_games(self, player_id: str) -> None:
        records = (record.lapsed(self._memory.now) for record in self._memory.games.values())
        playing = sum(record.draft.player_id == player_id and not record.game.outcome for record in records)
        if playing >= self._memory.open_limit:
            raise TooManyOpenGames(self._memory.open_limit)


def _check_going_on(game: Game) -> None:
    if game.outcome is not None:
        raise GameOver(game.outcome)


def _check_mode(game: Game, mode: Mode) -> None:
    _check_going_on(game)
    if game.mode != mode:
        raise WrongMode(game.mode)
