"""Ids and tokens. Each one carries its partition, so that whatever one script touches lies on one server.

An id is a UUID of version 7 (RFC 9562): sortable by the instant at which it was made, and otherwise random. Its
last byte is the partition; a player's games share the player's.
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

ID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
"""What the text of an id looks like."""

NOBODY = "00000000-0000-7000-8000-000000000000"
"""An id that nothing and nobody has."""

_ID = re.compile(ID_PATTERN)
_TOKEN = re.compile(rf"({ID_PATTERN})\.[A-Za-z0-9_-]{{43}}")


def new_id(beside: str | None = None) -> str:
    """A new id, in the same partition as the id `beside` if there is one."""
    millis = time.time_ns() // 1_000_000
    bits = (millis & (1 << 48) - 1) << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)
    made = str(UUID(int=bits))
    return made if beside is None else made[:-2] + partition_of(beside)


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


def new_secret() -> str:
    """A new account secret: 256 random bits as text."""
    return secrets.token_urlsafe(32)


def secret_digest(secret: str) -> bytes:
    """How a secret is stored. A plain SHA-256 is enough for 256 random bits: there is nothing to guess from."""
    return sha256(secret.encode()).digest()
