"""Changes of games.

What follows from the stored letters alone is done by one script in one round trip. A decision changes the letters
themselves, which only the rules can tell, and a step back may take a decision back: the script answers the game, the
rules say what becomes of it, and a second script puts that in the place of the version that was looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.game.errors import DecisionPending, GameOver
from service.game.policy import autoplay
from service.play.errors import (
    AutoplayNotAllowed,
    IdempotencyKeyReused,
    StaleGame,
    StoreUnavailable,
    TooManyOpenGames,
    WrongMode,
)
from service.play.identity import NOBODY, is_id
from service.storage.valkey.history import change_told
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.once import once_of
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.ports import Turn
    from service.play.record import Change, GameRecord
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store, Word
    from service.storage.valkey.codec import Codec
    from service.storage.valkey.records import Records

MOST_TRIES = 100
"""How often a change is tried. Each failure is another request's success, so only a crowd can use them up."""


class Turns:
    """The changing half of the port `Games`."""

    def __init__(
        self, store: Store, admission: Admission, codec: Codec, records: Records, *, open_limit: int
    ) -> None:
        self._store = store
        self._admission = admission
        self._codec = codec
        self._records = records
        self._open_limit = open_limit

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        """See the port."""
        return self._make(caller, game_id, "step", count)

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        """See the port."""
        return self._make(caller, game_id, "place", pile)

    def autoplay(self, caller: Caller, game_id: str, until: Until) -> Change:
        """See the port. A game that asks nothing more is played to its end in one trip."""
        return self._make(caller, game_id, "autoplay", until, lambda record: autoplay(record.game, until))

    def abandon(self, caller: Caller, game_id: str) -> None:
        """See the port."""
        self._make(caller, game_id, "abandon")

    def change(self, caller: Caller, game_id: str, turn: Turn) -> Change:
        """See the port."""
        return self._make(caller, game_id, "turn", turn=turn)

    def _make(self, caller: Caller, game_id: str, verb: str, how: Word = "", turn: Turn | None = None) -> Change:
        places, words = _address(caller, game_id)
        status, answer = self._admission.run(
            script("change"), caller, "play", places, (*words, tags_of(caller), verb, how)
        )
        record = self._found(caller, game_id, status, answer)
        tries = 0
        while status == "turn" and turn is not None:
            tries += 1
            if tries > MOST_TRIES:
                raise StoreUnavailable("redis")
            status, answer = self._put(record, turn, places, words)
            record = self._found(caller, game_id, status, answer)
        self._check(record, status)
        caller.replayed = status == "replayed"
        return change_told(record, answer[1], replayed=caller.replayed)

    def _put(
        self, record: GameRecord, turn: Turn, places: Sequence[str], words: Sequence[Word]
    ) -> tuple[str, list[Any]]:
        """Put what becomes of a game in its place. Answers as the first script does."""
        game = turn(record)
        terms, _, _, chain, *_, seal = self._codec.facts(record.draft, game)
        status, *answer = self._store.run(
            script("put"), places, (*words, record.version, self._open_limit, terms, chain, seal, game.cursor)
        )
        return status.decode(), answer

    def _found(self, caller: Caller, game_id: str, status: str, answer: Sequence[Any]) -> GameRecord:
        """The game of an answer. Raises what stands before everything else, the version included."""
        if status == "reused":
            raise IdempotencyKeyReused
        record = self._records.found(status, game_id, answer[0], caller.token.player_id)
        if status == "stale" or (status == "turn" and not _accepted(caller, record)):
            raise StaleGame(game_id, record.version, record.tag)
        return record

    def _check(self, record: GameRecord, status: str) -> None:
        """What stands in the way of a game that was found."""
        match status:
            case "over" if record.game.outcome:
                raise GameOver(record.game.outcome)
            case "wrong mode":
                raise WrongMode(record.game.mode)
            case "not allowed":
                raise AutoplayNotAllowed
            case "pending" if record.game.chain.question:
                raise DecisionPending(record.game.chain.question)
            case "too many":
                raise TooManyOpenGames(self._open_limit)


def own(caller: Caller, game_id: str) -> tuple[tuple[str, str], tuple[Word, ...]]:
    """The keys and words by which the scripts find a game of the caller's; for a text that is no id, none."""
    player_id = caller.token.player_id
    keys = Keys.of(player_id)
    known = game_id if is_id(game_id) else NOBODY
    return (keys.game(known), keys.games(player_id)), (known, member(known), member(player_id))


def _address(caller: Caller, game_id: str) -> tuple[tuple[str, ...], tuple[Word, ...]]:
    """The keys and words that both scripts begin with."""
    keys = Keys.of(caller.token.player_id)
    (game, index), words = own(caller, game_id)
    once, payload = once_of(caller, keys)
    return (game, index, once, keys.deadlines, keys.outbox), (*words, payload)


def tags_of(caller: Caller) -> str:
    """The entity tags that the caller accepts, each between line ends; empty if that is any."""
    return "" if caller.if_match is None else "\n".join(("", *caller.if_match, ""))


def _accepted(caller: Caller, record: GameRecord) -> bool:
    return caller.if_match is None or record.tag in caller.if_match
