"""The committed shuffle, which anyone can recompute in any language.

The byte stream is HMAC-SHA256(server_seed, client_seed || 0x00 || counter) for counter = 0, 1, 2, ... as four bytes
big-endian. Four bytes at a time give a word, which is rejected when it would favour small remainders; the words
drive a Fisher-Yates shuffle from the last card down.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING

from service.game.cards import PACK
from service.game.deal import Deal
from service.game.errors import InvalidSeed

if TYPE_CHECKING:
    from collections.abc import Iterator

ALGORITHM = "hmac-sha256-fisher-yates/1"
SERVER_SEED_BYTES = 32
CLIENT_SEED_BYTES = 64

_WORDS = 1 << 32
_EIGHT_WORDS = Struct(">8I")


@dataclass(frozen=True, slots=True)
class Seeds:
    """What a deal is shuffled from: the service's 32 random bytes and the player's own text (0 to 64 bytes)."""

    server: bytes = field(repr=False)
    client: str = ""

    def __post_init__(self) -> None:
        if len(self.server) != SERVER_SEED_BYTES:
            raise InvalidSeed("server_seed", f"must be {SERVER_SEED_BYTES} bytes, not {len(self.server)}")
        check_client_seed(self.client)

    @property
    def commitment(self) -> str:
        """What is published of the server seed before the deal."""
        return commitment_to(self.server)


def check_client_seed(text: str) -> None:
    """`InvalidSeed` for a text that cannot be a player's part of a deal's seeds."""
    size = len(_utf8(text))
    if size > CLIENT_SEED_BYTES:
        raise InvalidSeed("client_seed", f"must be at most {CLIENT_SEED_BYTES} bytes of UTF-8, not {size}")


def commitment_to(server_seed: bytes) -> str:
    """SHA-256 of a server seed in lower-case hex."""
    return sha256(server_seed).hexdigest()


def shuffle(seeds: Seeds, decks: int = 1) -> Deal:
    """The deal that these seeds lead to."""
    cards = list(PACK * decks)
    words = _words(seeds)
    for last in range(len(cards) - 1, 0, -1):
        other = _draw(words, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return Deal(tuple(cards))


def _draw(words: Iterator[int], n: int) -> int:
    fair = _WORDS - _WORDS % n
    while (word := next(words)) >= fair:
        continue
    return word % n


def _words(seeds: Seeds) -> Iterator[int]:
    prefix = _utf8(seeds.client) + b"\0"
    for counter in count():
        yield from _EIGHT_WORDS.unpack(hmac.digest(seeds.server, prefix + counter.to_bytes(4, "big"), "sha256"))


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InvalidSeed("client_seed", "must be Unicode text without lone surrogates") from None
