"""The names of keys. All keys that one script touches share a hash tag, so that they lie on one server of a cluster.

==================================== =====================================================================
``{pp}:login:<digest>``              string: generation and scopes of a login
``{pp}:generation:<player>``         string; a login or link code is good while it has this very generation
``{pp}:game:<id>``                   hash: see `fields`
``{pp}:games:<player>``              sorted set: own games (16-byte ids) by the instant of opening; those in play
                                     once more, marked by a plus, at minus their deadline
``{pp}:deadlines``                   sorted set: all games in play by deadline
``{pp}:once:<player>:<scope>``       string: what was done under an idempotency key
``{pp}:daily:<player>:<yyyymmdd>``   hash: the game of the player's one attempt at that day's deals, by variant
``{pp}:commitment:<id>``             hash: player, seed and its hash, expires_at, used
``{pp}:link:<digest>``               string: player and generation of a link code
``{pp}:rate:<policy>:<whom>``        string: when all charges will have been earned back, in microseconds
``{pp}:outbox``, ``{pp}:dead``       streams: ended ranked games, and those that could not be recorded
``{pp}:quarantine:<game>``           what a game was that failed its check
``sealed-with``                      which secret the games are sealed with
==================================== =====================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

from service.play.identity import PARTITIONS, partition_of

if TYPE_CHECKING:
    from datetime import date

SEALED_WITH = "sealed-with"

MEMBER_BYTES = 16
"""How long an id is in the sorted sets."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one partition."""

    partition: str

    @staticmethod
    def of(some_id: str) -> Keys:
        """Those beside a player, game or commitment."""
        return _IN[partition_of(some_id)]

    def login(self, digest: str) -> str:
        """A login, by the digest of its token."""
        return f"{{{self.partition}}}:login:{digest}"

    def generation(self, player_id: str) -> str:
        """What all logins of a player have in common."""
        return f"{{{self.partition}}}:generation:{player_id}"

    def game(self, game_id: str) -> str:
        """A game; its id may come from another partition, and then there is none."""
        return f"{{{self.partition}}}:game:{game_id}"

    def games(self, player_id: str) -> str:
        """The list of a player's games."""
        return f"{{{self.partition}}}:games:{player_id}"

    @property
    def deadlines(self) -> str:
        """When the partition's games in play end."""
        return f"{{{self.partition}}}:deadlines"

    def once(self, player_id: str, scope: str) -> str:
        """What a player did under an idempotency key."""
        return f"{{{self.partition}}}:once:{player_id}:{scope}"

    def daily(self, player_id: str, day: date | None) -> str:
        """A player's attempts at the deals of a day; of no day there are none."""
        return f"{{{self.partition}}}:daily:{player_id}:{f'{day:%Y%m%d}' if day else ''}"

    def commitment(self, commitment_id: str) -> str:
        """A promised seed."""
        return f"{{{self.partition}}}:commitment:{commitment_id}"

    def link(self, code: str) -> str:
        """A link code."""
        return f"{{{self.partition}}}:link:{sha256(code.encode()).hexdigest()[:32]}"

    def rate(self, policy: str, whom: str) -> str:
        """Somebody's quota."""
        return f"{{{self.partition}}}:rate:{policy}:{whom}"

    @property
    def outbox(self) -> str:
        """The partition's ended games."""
        return f"{{{self.partition}}}:outbox"

    @property
    def dead(self) -> str:
        """The partition's dead letters."""
        return f"{{{self.partition}}}:dead"

    def quarantine(self, game_id: str) -> str:
        """Where a broken game goes."""
        return f"{{{self.partition}}}:quarantine:{game_id}"


_IN = {partition: Keys(partition) for partition in PARTITIONS}


def member(game_id: str) -> bytes:
    """An id as its sixteen bytes, which is how it stands in the sorted sets and in a game's fields."""
    return bytes.fromhex(game_id.replace("-", ""))


def id_of(member: bytes) -> str:
    """The id with these sixteen bytes; `ValueError` if they are not sixteen."""
    return str(UUID(bytes=member))
