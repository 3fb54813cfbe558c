"""Ids and tokens. Each one carries its partition, so that whatever one script touches lies on one server.

An id is a UUID of version 7 (RFC 9562): sortable by the instant at which it was made, and otherwise random. Its
last byte is the partition; a player's games share the player's.

A race and its racers' games have ids of version 8, made alike, in which the byte before the last is the seat: 0 is
the race itself. So each of them tells the others' ids.
"""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, field
from hashlib import sha256
from uuid import UUID

from service.play.errors import Unauthenticated

PARTITIONS = tuple(f"{number:02x}" for number in range(256))

_FORM = "[0-9a-f]{{8}}-[0-9a-f]{{4}}-{}[0-9a-f]{{3}}-[89ab][0-9a-f]{{3}}-[0-9a-f]{{12}}"

ID_PATTERN = _FORM.format("[78]")
"""What the text of an id looks like."""

MOST_SEATS = 64
"""The highest seat of a race."""

NOBODY = "00000000-0000-7000-8000-000000000000"
"""An id that nothing and nobody has."""

_ID = re.compile(ID_PATTERN)
_TOKEN = re.compile(rf"({_FORM.format(7)})\.[A-Za-z0-9_-]{{43}}")


def new_id(beside: str | None = None) -> str:
    """A new id, in the same partition as the id `beside` if there is one."""
    made = _made(7)
    return made if beside is None else made[:-2] + partition_of(beside)


def new_race_id(beside: str) -> str:
    """A new race's id, in the same partition as the id `beside`."""
    return f"{_made(8)[:-4]}00{partition_of(beside)}"


def race_game_id(race_id: str, seat: int) -> str:
    """The id of the game that is played in this seat (1 to 64) of a race."""
    return f"{race_id[:-4]}{seat:02x}{partition_of(race_id)}"


def race_of(game_id: str) -> str:
    """The race that a racer's game belongs to; a race's own id gives itself."""
    return f"{game_id[:-4]}00{partition_of(game_id)}"


def seat_of(game_id: str) -> int:
    """The seat in which a racer's game is played; 0 for a race's own id."""
    return int(game_id[-4:-2], 16)


def made_at(some_id: str) -> int:
    """When an id was made by the clock of whoever made it, in milliseconds since 1970."""
    return int(some_id[:8] + some_id[9:13], 16)


def is_raced(some_id: str) -> bool:
    """Whether an id is that of a race or of a racer's game, and of nothing else."""
    return some_id[14:15] == "8"


def _made(version: int) -> str:
    millis = time.time_ns() // 1_000_000
    stamp, random = (millis & (1 << 48) - 1) << 80, secrets.randbits(12) << 64 | secrets.randbits(62)
    return str(UUID(int=stamp | version << 76 | 2 << 62 | random))


def is_id(text: str) -> bool:
    """Whether a text is an id as `new_id` spells them; other spellings of a UUID are not."""
    return _ID.fullmatch(text) is not None


def partition_of(some_id: str) -> str:
    """The partition of an id, two hex digits."""
    return some_id[-2:]


@dataclass(frozen=True, slots=True)
class Token:
    """A bearer token: whose it is, then 256 random bits. Its text never leaves this value but for its owner."""

    player_id: str
    text: str = field(repr=False)

    @staticmethod
    def new(player_id: str) -> Token:
        """A new token for this player."""
        return Token(player_id, f"{player_id}.{secrets.token_urlsafe(32)}")

    @staticmethod
    def parse(text: str) -> Token:
        """The token with this text; `Unauthenticated` if it cannot be one."""
        match = _TOKEN.fullmatch(text)
        if match is None:
            raise Unauthenticated
        return Token(match[1], text)

    @property
    def digest(self) -> str:
        """What the store knows the token by: 128 bits of its SHA-256, in hex."""
        return sha256(self.text.encode()).hexdigest()[:32]

    @property
    def login(self) -> Login:
        """The login that the token opens."""
        return Login(self.player_id, self.digest)


@dataclass(frozen=True, slots=True)
class Login:
    """One of a player's logins, by the digest of its token: enough to ask whether it lives, not to act by it."""

    player_id: str
    digest: str


def new_secret() -> str:
    """A new account secret: 256 random bits as text."""
    return secrets.token_urlsafe(32)


def secret_digest(secret: str) -> bytes:
    """How a secret is stored. A plain SHA-256 is enough for 256 random bits: there is nothing to guess from."""
    return sha256(secret.encode()).digest()
