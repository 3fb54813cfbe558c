"""What is known of the deal of an ended game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.terminal import pasteable, table, witness
from service.terminal.errors import Failed, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.terminal.face import Game
    from service.terminal.proof import Proof
    from service.terminal.server import Server
    from service.terminal.witness import Promise

_VERIFIED = "Verified on this machine: commitment, client seed and all cards you saw agree."
_SHARED = "Verified on this machine: commitment and all cards you saw agree. All racers' seeds are in the shuffle."
_RESUMED = (
    "Verified on this machine: commitment and client seed {client!r} give all cards you saw now."
    " Are both those you were told before the deal?"
)
_DAILY = "Others may still play this deal, so its seed opens at one in the morning (UTC) after its day."
_GIVEN = "This deal was given card by card, so there is no shuffle to verify."


def assurance(server: Server, shown: Sequence[Game], promise: Promise | None) -> str:
    """What can be said of the deal behind these states; `Failed` when it is not the one promised and shown."""
    game = shown[-1]
    if game["commitment"] is None:
        return _GIVEN
    check = pasteable.command("verify", f"{server.url}/v1/games/{game['id']}/proof")
    try:
        proof = table.proof(server, game)
    except Refused as refused:
        if game["deal_kind"] == "daily" and refused.slug == "game-not-over":
            return f"{_DAILY} Then check it yourself:\n{check}"
        raise
    fault = witness.fault(proof, shown, promise)
    if fault is not None:
        raise Failed(f"not verified: {fault}")
    told = _told(promise, proof)
    return f"{told} Check it yourself:\n{check}" if game["ranked"] else told


def _told(promise: Promise | None, proof: Proof) -> str:
    if promise is None:
        return _RESUMED.format(client=proof.seeds and proof.seeds.client)
    return _VERIFIED if promise.client_seed is not None else _SHARED
