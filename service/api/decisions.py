"""Decisions: what some rules ask the player on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import variants as examples
from service.api.refusals import OF_A_MOVE
from service.api.schemas.deals import ForkSchema, ReprieveSchema
from service.api.schemas.games import TurnSchema
from service.game.decisions import Decline, Exchange, Fork
from service.play import games

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("decisions", "Answer what a game waits for: a reprieve, a fork.", "/v1/games")


@blueprint.operation("POST", "/<id:game_id>/reprieve")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes(ReprieveSchema(), ("A finale", examples.EXCHANGE), ("Declined", {"decline": True}))
@blueprint.answers(
    200,
    TurnSchema(),
    ("An exchange", examples.REPRIEVED),
    description="The game, and what was done.",
    headers=("ETag",),
)
@blueprint.refuses(*OF_A_MOVE, "no-decision-pending")
def reprieve_game(caller: Caller, body: dict[str, Any], game_id: str) -> Response:
    """Answer a lock: exchange the locking card, or decline.

    For a game that is `awaiting_reprieve`. The locking card goes face down where the chosen card lay, which is now in
    hand, and the chain goes on. Only a pile's deepest card can win, and the more cards of its pile are hidden, the
    likelier. Whoever declines has lost.
    """
    decision = Decline() if "decline" in body else Exchange(body["pile"], body["depth"])
    return answers.turn(games.decide(service().games, caller, game_id, decision))


@blueprint.operation("POST", "/<id:game_id>/fork")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes(ForkSchema(), ("Straight across", examples.CROSSING))
@blueprint.answers(
    200,
    TurnSchema(),
    ("The other way", examples.CROSSED),
    description="The game, and what was done.",
    headers=("ETag",),
)
@blueprint.refuses(*OF_A_MOVE, "no-decision-pending")
def fork_game(caller: Caller, body: dict[str, Any], game_id: str) -> Response:
    """Choose the pile of the next flip after a shuttle.

    For a game that is `awaiting_fork`. The card in hand is set under its pile, and the next one comes from the chosen
    one. Every way on is equally good.
    """
    return answers.turn(games.decide(service().games, caller, game_id, Fork(body["pile"])))
