"""Commitments in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.commitments import COMMITMENT_MS, Commitment
from service.play.errors import CommitmentNotFound
from tests.fakes.memory import Memory, Promise

if TYPE_CHECKING:
    from service.play.caller import Caller


class FakeCommitments:
    """The port `Commitments`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def add(self, caller: Caller, commitment_id: str, server_seed: bytes) -> Commitment:
        self._memory.admit(caller, "play")
        done: Commitment | None = self._memory.recall(caller)
        if done is not None:
            return done
        commitment = Commitment(commitment_id, server_seed, self._memory.now + COMMITMENT_MS)
        self._memory.promises[commitment_id] = Promise(caller.token.player_id, commitment)
        self._memory.remember(caller, commitment)
        return commitment

    def get(self, caller: Caller, commitment_id: str) -> Commitment:
        self._memory.admit(caller, "play")
        promise = self._memory.promises.get(commitment_id)
        if promise is None or promise.player_id != caller.token.player_id:
            raise CommitmentNotFound(commitment_id)
        if not promise.used and promise.commitment.expires_at <= self._memory.now:
            raise CommitmentNotFound(commitment_id)
        return promise.commitment
