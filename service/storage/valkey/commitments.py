"""Promised server seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from service.play.commitments import Commitment
from service.play.errors import CommitmentNotFound, IdempotencyKeyReused
from service.storage.valkey.keys import Keys
from service.storage.valkey.once import once_of
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.storage.valkey.admission import Admission


class ValkeyCommitments:
    """The port `Commitments`."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission

    def add(self, caller: Caller, commitment_id: str, server_seed: bytes) -> Commitment:
        """See the port."""
        keys = Keys.of(caller.token.player_id)
        once, payload = once_of(caller, keys)
        player = UUID(caller.token.player_id).bytes
        status, answer = self._admission.run(
            script("add_commitment"),
            caller,
            "play",
            (keys.commitment(commitment_id), once),
            (payload, player, commitment_id, server_seed),
        )
        if status == "reused":
            raise IdempotencyKeyReused
        caller.replayed = status == "replayed"
        known_id, expires_at, seed = answer[0].split(b" ", 2)
        return Commitment(known_id.decode(), seed, int(expires_at))

    def get(self, caller: Caller, commitment_id: str) -> Commitment:
        """See the port."""
        keys = Keys.of(caller.token.player_id)
        player = UUID(caller.token.player_id).bytes
        key = keys.commitment(commitment_id)
        status, answer = self._admission.run(script("get_commitment"), caller, "play", (key,), (player,))
        if status == "missing":
            raise CommitmentNotFound(commitment_id)
        expires_at, seed = answer
        return Commitment(commitment_id, seed, int(expires_at))
