"""Server seeds promised before the player chooses a seed of their own."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from service.game.shuffle import SERVER_SEED_BYTES, commitment_to
from service.play.identity import new_id

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.ports import Commitments

COMMITMENT_MS = 24 * 60 * 60 * 1000
"""How long a commitment waits for its deal."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """A promised server seed; the seed itself is for the deal alone."""

    id: str
    server_seed: bytes = field(repr=False)
    expires_at: int

    @property
    def commitment(self) -> str:
        """What is published of the server seed."""
        return commitment_to(self.server_seed)


def commit(commitments: Commitments, caller: Caller) -> Commitment:
    """A fresh commitment for the caller's next deal."""
    return commitments.add(caller, new_id(beside=caller.token.player_id), new_server_seed())


def new_server_seed() -> bytes:
    """32 bytes from the operating system's generator."""
    return secrets.token_bytes(SERVER_SEED_BYTES)
