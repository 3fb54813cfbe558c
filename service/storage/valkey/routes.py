"""Games and the games of races behind one port."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.identity import is_id, is_raced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.pages import Key, Page
    from service.play.ports import Turn
    from service.play.record import Change, Draft, GameRecord
    from service.storage.valkey.games import ValkeyGames
    from service.storage.valkey.race_games import RaceGames


class RoutedGames:
    """The port `Games`. The id of a game tells in which way it is played."""

    def __init__(self, solo: ValkeyGames, raced: RaceGames) -> None:
        self._solo = solo
        self._raced = raced

    def open(self, caller: Caller, draft: Draft, commitment_id: str | None) -> Change:
        """See the port. The games of races are opened by their race."""
        return self._solo.open(caller, draft, commitment_id)

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        """See the port."""
        return self._of(game_id).load(caller, game_id)

    def peek(self, game_id: str) -> GameRecord:
        """See the port."""
        return self._of(game_id).peek(game_id)

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        """See the port."""
        if _is_raced(game_id):
            return self._raced.refuse(caller, game_id, "wrong mode")
        return self._solo.advance(caller, game_id, count)

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        """See the port."""
        return self._of(game_id).place(caller, game_id, pile)

    def autoplay(self, caller: Caller, game_id: str, until: Until) -> Change:
        """See the port."""
        if _is_raced(game_id):
            return self._raced.refuse(caller, game_id, "not allowed")
        return self._solo.autoplay(caller, game_id, until)

    def change(self, caller: Caller, game_id: str, turn: Turn) -> Change:
        """See the port."""
        if _is_raced(game_id):
            return self._raced.refuse(caller, game_id, "turn", turn)
        return self._solo.change(caller, game_id, turn)

    def abandon(self, caller: Caller, game_id: str) -> None:
        """See the port."""
        self._of(game_id).abandon(caller, game_id)

    def expire(self, limit: int) -> int:
        """See the port. The games of races end with their race."""
        return self._solo.expire(limit)

    def page(self, caller: Caller, after: Key | None, limit: int, *, in_play: bool = False) -> Page[GameRecord]:
        """See the port. The games of races are listed by their race."""
        return self._solo.page(caller, after, limit, in_play=in_play)

    def walk(self, caller: Caller) -> Iterator[GameRecord]:
        """See the port."""
        return self._solo.walk(caller)

    def _of(self, game_id: str) -> ValkeyGames | RaceGames:
        return self._raced if _is_raced(game_id) else self._solo


def _is_raced(game_id: str) -> bool:
    return is_id(game_id) and is_raced(game_id)
