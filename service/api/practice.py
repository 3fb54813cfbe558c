"""Practice: hints and steps back; and the fortune-teller's reading of any finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import practice as examples
from service.api.printing.practice import print_hint, print_reading
from service.api.refusals import OF_A_GAME, OF_A_MOVE
from service.api.schemas.base import NothingSchema
from service.api.schemas.content import LanguageQuerySchema
from service.api.schemas.games import TurnSchema
from service.api.schemas.practice import HintSchema, ReadingSchema
from service.play import practice, readings

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("practice", "Hints, steps back, and readings of finished games.", "/v1/games")


@blueprint.operation("GET", "/<id:game_id>/hint")
@blueprint.signed_in("read")
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    HintSchema(),
    ("A card to set", examples.HINT),
    ("A reprieve", examples.REPRIEVE_HINT),
    ("A fork", examples.FORK_HINT),
    description="What is best done next, and why.",
    headers=("Content-Language",),
)
@blueprint.refuses(*OF_A_MOVE, "practice-only")
def give_hint(caller: Caller, query: dict[str, Any], game_id: str) -> Response:
    """Ask what is best done next, in a practice game.

    At a decision, every way to decide comes with its exact chance of winning, from what has been seen alone.
    """
    given = practice.hint(service().games, caller, game_id)
    return answers.told(print_hint(given, query["lang"]), query["lang"])


@blueprint.operation("POST", "/<id:game_id>/undo")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(
    200,
    TurnSchema(),
    ("One step back", examples.UNDONE),
    description="The game as it was before, at a new version; `moves` is empty.",
    headers=("ETag",),
)
@blueprint.refuses(*OF_A_MOVE, "practice-only", "nothing-to-undo", "too-many-open-games")
def undo_step(caller: Caller, body: dict[str, Any], game_id: str) -> Response:  # noqa: ARG001  empty, and checked to be
    """Take the last step or decision back, in a practice game.

    As often as wanted, as far as the start. Errors stay counted. A finished game is in play again; one that was given
    up stays so.
    """
    return answers.turn(practice.undo(service().games, caller, game_id))


@blueprint.operation("GET", "/<id:game_id>/reading")
@blueprint.signed_in("read")
@blueprint.takes_query(LanguageQuerySchema())
@blueprint.answers(
    200,
    ReadingSchema(),
    ("A lost game", examples.READING),
    description="What the game bodes.",
    headers=("Content-Language",),
)
@blueprint.refuses(*OF_A_GAME, "game-not-over")
def read_fortune(caller: Caller, query: dict[str, Any], game_id: str) -> Response:
    """Have a finished game read as a sign.

    An old pastime, and no rule: a game that comes out is a good omen. The same game always bodes the same.
    """
    result = readings.finished(service().games, service().results, service().now, caller, game_id)
    return answers.told(print_reading(result, query["lang"]), query["lang"])
