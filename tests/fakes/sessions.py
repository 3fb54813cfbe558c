"""Logins in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import BadCredentials
from service.play.identity import Token
from service.play.record import GameRecord
from service.play.sessions import LINK_CODE_MS, SESSION_MS, LinkCode, Session
from tests.fakes.memory import Entry, Login, Memory

if TYPE_CHECKING:
    from service.play import identity
    from service.play.caller import Caller
    from service.play.sessions import Scope


class FakeSessions:
    """The port `Sessions`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def open(self, token: Token, scopes: frozenset[Scope]) -> Session:
        expires_at = self._memory.now + SESSION_MS
        self._memory.logins[token.digest] = Login(token.player_id, scopes, expires_at)
        return Session(token, scopes, expires_at)

    def check(self, caller: Caller, needed: Scope) -> None:
        self._memory.admit(caller, needed)
        self._memory.logins[caller.token.digest].expires_at = self._memory.now + SESSION_MS

    def lives(self, login: identity.Login) -> bool:
        return self._memory.lives(login)

    def close(self, caller: Caller) -> None:
        self._memory.admit(caller, "read")
        del self._memory.logins[caller.token.digest]

    def close_all(self, player_id: str) -> None:
        memory = self._memory
        memory.logins = {digest: login for digest, login in memory.logins.items() if login.player_id != player_id}
        memory.links = {code: link for code, link in memory.links.items() if link[0] != player_id}

    def add_link(self, caller: Caller, code: str) -> LinkCode:
        self._memory.admit(caller, "play")
        link = LinkCode(code, self._memory.now + LINK_CODE_MS)
        self._memory.links[code] = caller.token.player_id, link
        return link

    def open_link(self, code: str, scopes: frozenset[Scope]) -> Session:
        player_id, link = self._memory.links.pop(code, (None, None))
        if player_id is None or link is None or link.expires_at <= self._memory.now:
            raise BadCredentials
        return self.open(Token.new(player_id), scopes)

    def erase(self, player_id: str) -> None:
        self.close_all(player_id)
        memory = self._memory
        for game in memory.games.values():
            if game.draft.player_id == player_id and game.game.outcome is None and game.draft.ranked:
                memory.outbox[game.id] = Entry(game.changed(game.game.abandon(), memory.now))
        memory.games = {key: game for key, game in memory.games.items() if game.draft.player_id != player_id}
        for letter_id, (letter, reason) in list(memory.letters.items()):
            if isinstance(letter, GameRecord) and letter.draft.player_id == player_id:
                del memory.letters[letter_id]
                memory.dead.remove((letter.id, reason))
        memory.promises = {key: kept for key, kept in memory.promises.items() if kept.player_id != player_id}
        memory.attempts = {key: game for key, game in memory.attempts.items() if key[0] != player_id}
        memory.done = {key: done for key, done in memory.done.items() if key[0] != player_id}
