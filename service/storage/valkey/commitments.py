"""Promised server seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.shuffle import SERVER_SEED_BYTES, commitment_to
from service.play.commitments import Commitment
from service.play.errors import CommitmentNotFound, IdempotencyKeyReused
from service.play.identity import is_id
from service.storage.valkey.fields import in_range
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.once import once_of
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        player = member(caller.token.player_id)
        status, answer = self._admission.run(
            script("add_commitment"),
            caller,
            "play",
            (keys.commitment(commitment_id), once, keys.commitments(caller.token.player_id)),
            (payload, player, commitment_id, member(commitment_id), server_seed, commitment_to(server_seed)),
        )
        if status == "reused":
            raise IdempotencyKeyReused
        caller.replayed = status == "replayed"
        known_id, *promise = answer[0].split(b" ", 3)
        commitment = checked(known_id.decode(errors="replace"), promise)
        if commitment is None:
            raise IdempotencyKeyReused
        return commitment

    def get(self, caller: Caller, commitment_id: str) -> Commitment:
        """See the port."""
        keys = Keys.of(caller.token.player_id)
        player = member(caller.token.player_id)
        key = keys.commitment(commitment_id)
        status, answer = self._admission.run(script("get_commitment"), caller, "play", (key,), (player,))
        if status == "missing":
            raise CommitmentNotFound(commitment_id)
        commitment = checked(commitment_id, answer)
        if commitment is None:
            raise CommitmentNotFound(commitment_id)
        return commitment


def checked(commitment_id: str, promise: Sequence[bytes | None]) -> Commitment | None:
    """The commitment with this instant, hash and seed; None for what was not written here."""
    match promise:
        case [bytes(instant), bytes(published), bytes(seed)] if len(seed) == SERVER_SEED_BYTES and instant.isdigit():
            commitment = Commitment(commitment_id, seed, int(instant))
            sound = is_id(commitment_id) and in_range(commitment.expires_at)
            return commitment if sound and commitment.commitment.encode() == published else None
    return None
