"""Printing what a deal is checked with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant
from service.game.shuffle import ALGORITHM

if TYPE_CHECKING:
    from service.play.commitments import Commitment
    from service.play.record import GameRecord


def print_proof(record: GameRecord) -> dict[str, Any]:
    """The deal of an ended game, and what it was shuffled from."""
    seeds = record.draft.seeds
    return {
        "server_seed": seeds.server.hex() if seeds else None,
        "client_seed": seeds.client if seeds else None,
        "commitment": seeds.commitment if seeds else None,
        "deck": record.game.deal.codes(),
        "decisions": list(map(str, record.game.decisions)),
        "rules": record.game.rules.options,
        "algorithm": ALGORITHM if seeds else None,
    }


def print_commitment(made: Commitment) -> dict[str, Any]:
    """A commitment, without the seed it is to."""
    return {"id": made.id, "commitment": made.commitment, "expires_at": print_instant(made.expires_at)}
