"""What is kept about a player, in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.days import closes_at
from service.play.keeping import Attempt, Kept, KeptLogin
from service.storage.valkey.lifetimes import ATTEMPTS_MS

if TYPE_CHECKING:
    from service.play.identity import Login
    from tests.fakes.memory import Memory


class FakeKeeping:
    """The port `Keeping`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def of(self, login: Login) -> Kept:
        memory = self._memory
        logins = [
            KeptLogin(one.scopes, one.expires_at, current=digest == login.digest)
            for digest, one in memory.logins.items()
            if one.player_id == login.player_id and one.expires_at > memory.now
        ]
        promises = [one for one in memory.promises.values() if one.player_id == login.player_id and not one.used]
        attempts = [
            Attempt(day, variant, game_id)
            for (player_id, day, variant), game_id in memory.attempts.items()
            if player_id == login.player_id and closes_at(day) + ATTEMPTS_MS > memory.now
        ]
        waiting = [one.commitment for one in promises if one.commitment.expires_at > memory.now]
        return Kept(
            tuple(sorted(logins, key=lambda one: -one.expires_at)),
            tuple(sorted(waiting, key=lambda one: (one.expires_at, one.id))),
            tuple(sorted(attempts, key=lambda one: one.day)),
        )
