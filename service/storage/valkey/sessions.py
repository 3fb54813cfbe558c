"""Logins and link codes."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from service.play.days import day_at
from service.play.errors import BadCredentials
from service.play.identity import Token, is_id
from service.play.sessions import LINK_CODE_MS, SESSION_MS, LinkCode, Session
from service.storage.valkey import dead_letters
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of, member
from service.storage.valkey.lifetimes import days_of_attempts
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.identity import Login
    from service.play.sessions import Scope
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store
    from service.storage.valkey.script import Script

_ERASED_AT_ONCE = 500


class ValkeySessions:
    """The port `Sessions`.

    A login is good while it has the generation that all logins of its player share, so that one deletion ends
    them all; so is a link code. What a token opens is known by the token's digest only.
    """

    def __init__(self, store: Store, admission: Admission) -> None:
        self._store = store
        self._admission = admission

    def open(self, token: Token, scopes: frozenset[Scope]) -> Session:
        """See the port."""
        return self._opened(script("sign_in"), token, secrets.token_urlsafe(16), scopes)

    def check(self, caller: Caller, needed: Scope) -> None:
        """See the port."""
        self._admission.run(script("check"), caller, needed)

    def lives(self, login: Login) -> bool:
        """See the port."""
        keys = Keys.of(login.player_id)
        opened, generation = self._store.ask("MGET", keys.login(login.digest), keys.generation(login.player_id))
        return bool(opened and generation) and opened.startswith(generation + b" ")

    def close(self, caller: Caller) -> None:
        """See the port."""
        token = caller.token
        listed = Keys.of(token.player_id).logins(token.player_id)
        self._admission.run(script("sign_out"), caller, "read", (listed,), (token.digest,))

    def close_all(self, player_id: str) -> None:
        """See the port."""
        keys = Keys.of(player_id)
        self._store.command("DEL", keys.generation(player_id), keys.logins(player_id))

    def add_link(self, caller: Caller, code: str) -> LinkCode:
        """See the port."""
        player_id = caller.token.player_id
        link = Keys.of(player_id).link(code)
        _, (now,) = self._admission.run(script("add_link"), caller, "play", (link,), (player_id,))
        return LinkCode(code, now + LINK_CODE_MS)

    def open_link(self, code: str, scopes: frozenset[Scope]) -> Session:
        """See the port. The first two letters of a code are its player's partition."""
        known = self._store.command("GETDEL", Keys(code[:2].lower()).link(code)) or b""
        player, _, generation = known.partition(b" ")
        player_id = player.decode(errors="replace")
        if not is_id(player_id):
            raise BadCredentials
        return self._opened(script("link_in"), Token.new(player_id), generation, scopes)

    def _opened(self, way: Script, token: Token, generation: bytes | str, scopes: frozenset[Scope]) -> Session:
        keys = Keys.of(token.player_id)
        player_id, digest = token.player_id, token.digest
        places = keys.login(digest), keys.generation(player_id), keys.logins(player_id)
        now = self._store.run(way, places, (generation, ",".join(sorted(scopes)), digest))
        if now is None:
            raise BadCredentials
        return Session(token, scopes, now + SESSION_MS)

    def erase(self, player_id: str) -> None:
        """See the port. What no login leads to any more, commitments and idempotency records, is gone in a day."""
        self.close_all(player_id)
        keys = Keys.of(player_id)
        games = keys.games(player_id)
        while members := self._store.command("ZRANGEBYSCORE", games, 0, "+inf", "LIMIT", 0, _ERASED_AT_ONCE):
            ids = [id_of(name) for name in members if len(name) == MEMBER_BYTES]
            # A deal whose game vanished would be missing from the audit of all deals.
            places = [(keys.game(game_id), keys.deadlines, keys.outbox) for game_id in ids]
            words = [(game_id, member(game_id)) for game_id in ids]
            self._store.run_all(script("abandon"), list(zip(places, words, strict=True)))
            held = [("DEL", keys.game(game_id), keys.quarantine(game_id)) for game_id in ids]
            self._store.commands([*held, ("ZREM", keys.deadlines, *members), ("ZREM", games, *members)])
        dead_letters.forget(self._store, player_id)
        attempts = [keys.daily(player_id, day) for day in days_of_attempts(day_at(self._store.now()))]
        self._store.command("DEL", games, keys.commitments(player_id), *attempts)
