"""The seal of a stored game: only this service can have written these facts, under this very id."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SEAL_BYTES = 16


class Sealer:
    """HMAC-SHA256 under a key derived from each secret: the first seals, all are good for checking."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        if not secrets:
            raise ValueError("no secret to seal games with")
        self._keys = [hmac.digest(secret, b"seal of stored games", "sha256") for secret in secrets]

    @property
    def marks(self) -> list[bytes]:
        """What tells the secrets apart and gives nothing of them away; the sealing one's first."""
        return [hmac.digest(key, b"which secret", "sha256").hex()[:16].encode() for key in self._keys]

    def seal(self, game_id: str, facts: Sequence[bytes]) -> bytes:
        """The seal of these facts: 16 bytes."""
        return _seal(self._keys[0], game_id, facts)

    def broken(self, seal: bytes, game_id: str, facts: Sequence[bytes]) -> bool:
        """Whether none of the secrets has made this seal for these facts."""
        return not any(hmac.compare_digest(seal, _seal(key, game_id, facts)) for key in self._keys)


def _seal(key: bytes, game_id: str, facts: Sequence[bytes]) -> bytes:
    # Each part goes in with its length, so that no byte can move from one to the next.
    message = b"".join(b"%d:%b" % (len(part), part) for part in (game_id.encode(), *facts))
    return hmac.digest(key, message, "sha256")[:SEAL_BYTES]
