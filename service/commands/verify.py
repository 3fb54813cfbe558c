"""`clock verify`: whether a deal is the one that was promised."""

from __future__ import annotations

import sys
from http import HTTPStatus
from pathlib import Path

import click

from service.game.chain import chain
from service.game.errors import InvalidDecision
from service.game.game import Game
from service.game.policy import fate
from service.game.rules import VARIANTS, variant_of
from service.terminal.errors import Failed, Refused, Unreadable
from service.terminal.proof import Proof
from service.terminal.server import fetch

_NOT_TOLD = ", or it is not over yet, or not public"


@click.command("verify")
@click.argument("source", metavar="FILE|URL|-")
@click.option("--variant", type=click.Choice(list(VARIANTS)), help="The rules played, if the proof does not say.")
@click.option("--commitment", metavar="HEX", help="The commitment that was shown before the deal.")
def command(source: str, variant: str | None, commitment: str | None) -> None:
    """Recompute a proof on this machine: commitment, deck, chain and outcome.

    A proof is what GET /v1/games/{id}/proof answers. The exit code is 0 when it holds, 1 when it does not, and 2
    when it cannot be read.
    """
    proof = Proof.parse(_read(source), variant)
    fault = proof.fault()
    if fault is None and commitment is not None and commitment.strip().lower() != proof.commitment:
        fault = "the proof is of another commitment than the one given"
    if fault is not None:
        raise Failed(f"not verified: {fault}")
    click.echo("Verified: the commitment is the server seed's hash, and the seeds shuffle to this very deck.")
    click.echo(f"Commitment: {proof.commitment}")
    if commitment is None:
        click.echo("Compare it with the one shown before the deal, or let --commitment do so.")
    click.echo(_fate(proof))


def _read(source: str) -> bytes:
    if source.startswith(("http://", "https://")):
        try:
            return fetch(source)
        except Failed as error:
            early = isinstance(error, Refused) and error.status == HTTPStatus.NOT_FOUND
            raise Unreadable(f"{error.message}{_NOT_TOLD if early else ''}") from None
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot read {source}: {getattr(error, 'strerror', None) or error}") from None


def _fate(proof: Proof) -> str:
    """The chain, played on by the best decisions where the player made none."""
    game = fate(_decided(proof))
    hidden = f"{game.hidden} hidden" if game.hidden else "none hidden"
    chain = " ".join(map(str, game.chain.flips))
    return f"Chain: {chain}\nOutcome ({variant_of(proof.rules)} rules): {game.status}, {game.flips} flips, {hidden}."


def _decided(proof: Proof) -> Game:
    """The game behind the last of the player's decisions."""
    try:
        chain_so_far = chain(proof.deal, proof.rules, proof.decisions)
    except InvalidDecision as invalid:
        raise Unreadable(f"a decision of this proof is none that its game asked for: {invalid.reason}") from None
    cursor = len(chain_so_far.flips) + chain_so_far.declined
    return Game(proof.deal, proof.rules, decisions=proof.decisions, cursor=cursor)
