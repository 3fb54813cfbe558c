"""The names of keys. All keys that one script touches share a hash tag, so that they lie on one server of a cluster.

==================================== =====================================================================
``{pp}:login:<digest>``              string: generation and scopes of a login
``{pp}:generation:<player>``         string; a login or link code is good while it has this very generation
``{pp}:logins:<player>``             sorted set: own logins (digests) by the instant at which they expire
``{pp}:game:<id>``                   hash: see `fields`
``{pp}:games:<player>``              sorted set: own games (16-byte ids) by the instant of opening; those in play
                                     once more, marked by a plus, at minus their deadline
``{pp}:deadlines``                   sorted set: all games in play by deadline
``{pp}:once:<player>:<scope>``       string: what was done under an idempotency key
``{pp}:daily:<player>:<yyyymmdd>``   hash: the game of the player's one attempt at that day's deals, by variant
``{pp}:commitment:<id>``             hash: player, seed and its hash, expires_at, used
``{pp}:commitments:<player>``        sorted set: own commitments (16-byte ids) by the instant at which they expire
``{pp}:link:<digest>``               string: player and generation of a link code
``{pp}:rate:<policy>:<whom>``        string: when all charges will have been earned back, in microseconds
``{pp}:ticket:<digest>``             string: player of a ticket, and digest of the login it was taken with
``{pp}:race:<id>``                   hash: see `race_fields`
``{pp}:race-events:<id>``            stream: what has happened in a race; an entry's id is ``<seq>-0``
``{pp}:race-deadlines``              sorted set: races (16-byte ids) by the instant at which something is due
``{pp}:races:<player>``              sorted set: races (16-byte ids) in which a player has had a seat, by the instant
``{pp}:seated:<player>``             sorted set: those of them that are not over, and some besides
``{pp}:aim:<player>:<scope>``        string: the race that a request under an idempotency key has chosen
``lobby``                            sorted set: open public races (16-byte ids) by the instant of their creation
``meet:<digest>``                    string: the race on some terms that those who find none make or join
``{pp}:outbox``, ``{pp}:dead``       streams: ended ranked games and races, and those that could not be recorded
``{pp}:quarantine:<id>``             what a game or race was that failed its check
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
LOBBY = "lobby"

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

    def logins(self, player_id: str) -> str:
        """The list of a player's logins."""
        return f"{{{self.partition}}}:logins:{player_id}"

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

    def commitments(self, player_id: str) -> str:
        """The list of a player's commitments."""
        return f"{{{self.partition}}}:commitments:{player_id}"

    def link(self, code: str) -> str:
        """A link code."""
        return f"{{{self.partition}}}:link:{sha256(code.encode()).hexdigest()[:32]}"

    def rate(self, policy: str, whom: str) -> str:
        """Somebody's quota."""
        return f"{{{self.partition}}}:rate:{policy}:{whom}"

    def ticket(self, text: str) -> str:
        """A ticket."""
        return f"{{{self.partition}}}:ticket:{sha256(text.encode()).hexdigest()[:32]}"

    def races(self, player_id: str) -> str:
        """The races in which a player has had a seat."""
        return f"{{{self.partition}}}:races:{player_id}"

    def seated(self, player_id: str) -> str:
        """Those that may not be over."""
        return f"{{{self.partition}}}:seated:{player_id}"

    def aim(self, player_id: str, scope: str) -> str:
        """What race a player's request has chosen."""
        return f"{{{self.partition}}}:aim:{player_id}:{scope}"

    def race(self, race_id: str) -> str:
        """A race."""
        return f"{{{self.partition}}}:race:{race_id}"

    def race_events(self, race_id: str) -> str:
        """What has happened in a race."""
        return f"{{{self.partition}}}:race-events:{race_id}"

    @property
    def race_deadlines(self) -> str:
        """When something is due in the partition's races."""
        return f"{{{self.partition}}}:race-deadlines"

    @property
    def outbox(self) -> str:
        """The partition's ended games and races."""
        return f"{{{self.partition}}}:outbox"

    @property
    def dead(self) -> str:
        """The partition's dead letters."""
        return f"{{{self.partition}}}:dead"

    def quarantine(self, some_id: str) -> str:
        """Where a broken game or race goes."""
        return f"{{{self.partition}}}:quarantine:{some_id}"


_IN = {partition: Keys(partition) for partition in PARTITIONS}


def meet(terms: str) -> str:
    """Where those meet who find no race on these terms."""
    return f"meet:{sha256(terms.encode()).hexdigest()[:32]}"


def member(game_id: str) -> bytes:
    """An id as its sixteen bytes, which is how it stands in the sorted sets and in a game's fields."""
    return bytes.fromhex(game_id.replace("-", ""))


def id_of(member: bytes) -> str:
    """The id with these sixteen bytes; `ValueError` if they are not sixteen."""
    return str(UUID(bytes=member))
