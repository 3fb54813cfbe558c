"""The door: login, scope and quota of a caller, in the same script that does the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.play.errors import InsufficientScope, QuotaExceeded, Unauthenticated
from service.storage.valkey.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.caller import Caller
    from service.play.quota import Policy
    from service.play.sessions import Scope
    from service.storage.valkey.client import Store, Word
    from service.storage.valkey.script import Script


class Admission:
    """Runs the scripts that `login.lua` stands in front of, under the quota of a player."""

    def __init__(self, store: Store, policy: Policy) -> None:
        self._store = store
        self._policy = policy
        self._terms = policy.burst, round(policy.interval_ms * 1000)

    def run(
        self, script: Script, caller: Caller, needed: Scope, keys: Sequence[str] = (), args: Sequence[Word] = ()
    ) -> tuple[str, list[Any]]:
        """What became of the request, in a word, and what the script says besides.

        Raises `Unauthenticated`, `InsufficientScope` and `QuotaExceeded`; notes the quota on the caller.
        """
        token = caller.token
        own = Keys.of(token.player_id)
        door = own.login(token.digest), own.generation(token.player_id), own.rate(self._policy.name, token.player_id)
        status, *answer = self._store.run(script, (*door, *keys), (needed, *self._terms, *args))
        if status == b"unauthenticated":
            raise Unauthenticated
        if status == b"out of scope":
            raise InsufficientScope(needed)
        debt_us, *rest = answer
        caller.quota = self._policy.quota(debt_us / 1000)
        if status == b"over quota":
            raise QuotaExceeded(caller.quota)
        return status.decode(), rest
