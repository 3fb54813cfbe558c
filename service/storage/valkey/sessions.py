"""Logins and link codes."""

from __future__ import annotations

import secrets
from itertools import chain
from typing import TYPE_CHECKING
from uuid import UUID

from service.play.errors import BadCredentials
from service.play.sessions import LINK_CODE_MS, SESSION_MS, LinkCode, Session
from service.storage.valkey.keys import Keys
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.identity import Token
    from service.play.sessions import Scope
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store

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
        keys = Keys.of(token.player_id)
        login = keys.login(token.digest), keys.generation(token.player_id)
        now = self._store.run(script("sign_in"), login, (secrets.token_urlsafe(16), ",".join(sorted(scopes))))
        return Session(token, scopes, now + SESSION_MS)

    def check(self, caller: Caller, needed: Scope) -> None:
        """See the port."""
        self._admission.run(script("check"), caller, needed)

    def close(self, caller: Caller) -> None:
        """See the port."""
        self._admission.run(script("sign_out"), caller, "read")

    def close_all(self, player_id: str) -> None:
        """See the port."""
        self._store.command("DEL", Keys.of(player_id).generation(player_id))

    def add_link(self, caller: Caller, code: str) -> LinkCode:
        """See the port."""
        player_id = caller.token.player_id
        link = Keys.of(player_id).link(code)
        _, (now,) = self._admission.run(script("add_link"), caller, "play", (link,), (player_id,))
        return LinkCode(code, now + LINK_CODE_MS)

    def take_link(self, code: str) -> str:
        """See the port. The first two letters of a code are its player's partition."""
        known = self._store.command("GETDEL", Keys(code[:2].lower()).link(code))
        if known is None:
            raise BadCredentials
        player, generation = known.split(b" ")
        player_id: str = player.decode()
        if self._store.command("GET", Keys.of(player_id).generation(player_id)) != generation:
            raise BadCredentials
        return player_id

    def erase(self, player_id: str) -> None:
        """See the port. What no login leads to any more, commitments and idempotency records, is gone in a day."""
        self.close_all(player_id)
        keys = Keys.of(player_id)
        games = keys.games(player_id)
        while members := self._store.command("ZRANGEBYSCORE", games, 0, "+inf", "LIMIT", 0, _ERASED_AT_ONCE):
            ids = [str(UUID(bytes=member)) for member in members]
            held = chain.from_iterable((keys.game(game_id), keys.quarantine(game_id)) for game_id in ids)
            self._store.commands([("DEL", *held), ("ZREM", keys.deadlines, *members), ("ZREM", games, *members)])
        self._store.command("DEL", games)
