"""What is kept about a player besides games and races, found by lists in the player's own partition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.rules import VARIANTS
from service.play.days import day_at
from service.play.identity import is_id
from service.play.keeping import Attempt, Kept, KeptLogin
from service.play.sessions import ALL_SCOPES
from service.storage.valkey.commitments import checked
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of, member
from service.storage.valkey.lifetimes import days_of_attempts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.commitments import Commitment
    from service.play.identity import Login
    from service.storage.valkey.client import Store

AT_ONCE = 500
"""How many logins or commitments are looked at in one round trip."""


class ValkeyKeeping:
    """The port `Keeping`. What is on a list and no longer there, or was not written here, is passed over."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, login: Login) -> Kept:
        """See the port."""
        now = self._store.now()
        return Kept(
            tuple(self._logins(login, now)),
            tuple(self._commitments(login.player_id, now)),
            tuple(self._attempts(login.player_id, now)),
        )

    def _logins(self, login: Login, now: int) -> Iterator[KeptLogin]:
        """Those of the present generation: whoever signed out everywhere has ended the others."""
        keys = Keys.of(login.player_id)
        generation = self._store.command("GET", keys.generation(login.player_id))
        words = self._store.command("ZREVRANGEBYSCORE", keys.logins(login.player_id), "+inf", now, "WITHSCORES")
        listed = [(word.decode(errors="replace"), int(at)) for word, at in zip(words[::2], words[1::2], strict=True)]
        for first in range(0, len(listed) if generation else 0, AT_ONCE):
            some = listed[first : first + AT_ONCE]
            opened = self._store.command("MGET", *(keys.login(digest) for digest, _ in some))
            for (digest, expires_at), known in zip(some, opened, strict=True):
                if known and known.startswith(generation + b" "):
                    words = known.decode(errors="replace").rpartition(" ")[2].split(",")
                    yield KeptLogin(ALL_SCOPES.intersection(words), expires_at, digest == login.digest)

    def _commitments(self, player_id: str, now: int) -> Iterator[Commitment]:
        keys, owner = Keys.of(player_id), member(player_id)
        names = self._store.command("ZRANGEBYSCORE", keys.commitments(player_id), f"({now}", "+inf")
        ids = [id_of(name) for name in names if len(name) == MEMBER_BYTES]
        for first in range(0, len(ids), AT_ONCE):
            some = ids[first : first + AT_ONCE]
            fields = "player", "used", "expires_at", "hash", "seed"
            found = self._store.commands([("HMGET", keys.commitment(name), *fields) for name in some])
            for commitment_id, (player, used, *promise) in zip(some, found, strict=True):
                commitment = checked(commitment_id, promise)
                if commitment and player == owner and not used:
                    yield commitment

    def _attempts(self, player_id: str, now: int) -> Iterator[Attempt]:
        keys, days = Keys.of(player_id), days_of_attempts(day_at(now))
        found = self._store.commands([("HGETALL", keys.daily(player_id, day)) for day in days])
        for day, attempts in zip(days, found, strict=True):
            games = {name.decode(errors="replace"): word.decode(errors="replace") for name, word in attempts.items()}
            yield from (
                Attempt(day, variant, games[variant]) for variant in VARIANTS if is_id(games.get(variant, ""))
            )
