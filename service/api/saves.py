"""Save documents: taken from a game, checked, and played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import saves as examples
from service.api.printing.games import print_checked_save
from service.api.refusals import OF_A_GAME
from service.api.schemas.games import GameSchema
from service.api.schemas.saves import CheckedSaveSchema, SaveSchema
from service.game.save_documents import parse_save, print_save
from service.game.saves import game_of
from service.play import saves

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("saves", "Games as documents that clients keep themselves.", "/v1")
COST = 5
"""How many requests a check counts for: it takes some 2 milliseconds, more if there is much to tell of."""

_EXAMPLE = ("A standard game", examples.SAVE)


@blueprint.operation("GET", "/games/<id:game_id>/save")
@blueprint.signed_in("read")
@blueprint.answers(200, SaveSchema(), _EXAMPLE, description="The game with all its cards.")
@blueprint.refuses(*OF_A_GAME, "practice-only", "game-over", "not-savable")
def save_game(caller: Caller, game_id: str) -> Response:
    """Save a practice game that is still in play.

    The document shows the cards that are face down. It holds what lies where, not the moves that led there.
    """
    return answers.answer(print_save(saves.save(service().games, caller, game_id)))


@blueprint.operation("POST", "/games/import")
@blueprint.signed_in("play", once=True)
@blueprint.takes_as_sent(SaveSchema(), _EXAMPLE)
@blueprint.answers(
    201,
    GameSchema(),
    ("An imported game", examples.IMPORTED),
    description="The new game, which stands as the save does.",
    headers=("ETag", "Location"),
)
@blueprint.refuses("invalid-save", "too-many-open-games")
def import_game(caller: Caller, body: dict[str, Any]) -> Response:
    """Play a saved game on.

    It is a game for practice, at version 1, without seeds or commitment. Its log begins with the import: it is empty
    at first, unless the save stood at its opening flip, and nothing before it can be undone. Time and
    `placement_errors` begin at the import, with 0. A save does not tell in which order different piles grew, so an
    order that fits is made up: the proof's deck is the deal that goes with it, and what happened before the import is
    counted along it in the result's `shuttles`, `longest_run` and `ledger.chains`.
    """
    return answers.dealt(saves.import_save(service().games, caller, parse_save(body)).after)


@blueprint.operation("POST", "/saves/check")
@blueprint.public(cost=COST)
@blueprint.takes_as_sent(SaveSchema(), _EXAMPLE)
@blueprint.answers(200, CheckedSaveSchema(), ("A save", examples.CHECKED), description="The document is a save.")
@blueprint.refuses("invalid-save")
def check_save(body: dict[str, Any]) -> Response:
    """Find out whether a document is a save that could be imported.

    The same checks with the same answer to what is wrong, and nothing is stored.
    """
    return answers.answer(print_checked_save(game_of(parse_save(body))))
