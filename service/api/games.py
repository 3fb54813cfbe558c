"""Games: deal, look, move, give up, prove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers, lists
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import games as examples
from service.api.examples import races, variants
from service.api.payload import InvalidRequest
from service.api.printing.games import print_coach, print_game, print_move, print_narrated
from service.api.printing.proofs import print_proof
from service.api.refusals import OF_A_GAME, OF_A_MOVE
from service.api.schemas.deals import (
    AutoplaySchema,
    DealRequestSchema,
    GameQuerySchema,
    MoveQuerySchema,
    StepQuerySchema,
    StepSchema,
)
from service.api.schemas.games import GamePageSchema, GameSchema, MovePageSchema, TurnSchema
from service.api.schemas.proofs import ProofSchema
from service.game.deal import Deal
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds
from service.play import games
from service.play.errors import WrongMode
from service.play.pages import Page

if TYPE_CHECKING:
    from flask import Response

    from service.game.moves import Move
    from service.play.caller import Caller
    from service.play.record import Change

blueprint = Blueprint("games", "Deal a game, follow its chain, prove its deal.", "/v1/games")


@blueprint.operation("POST", "")
@blueprint.signed_in("play", once=True)
@blueprint.takes(DealRequestSchema(), *examples.DEAL_REQUESTS, *variants.DEAL_REQUESTS)
@blueprint.answers(
    201, GameSchema(), ("A new game", examples.NEW_GAME), description="The new game.", headers=("ETag", "Location")
)
@blueprint.refuses("commitment-used", "daily-already-played", "too-many-open-games")
def deal_game(caller: Caller, body: dict[str, Any]) -> Response:
    """Deal a game.

    An empty body deals a ranked standard game in reveal mode. The deal flips the first card, so a new game has one in
    hand. A game is ranked when it is not for practice, its variant has a name, and its deal is `random` or `daily`.
    A player may have 100 games open at once, unless this service is set to another limit; one more is refused with
    `too-many-open-games`, which says the limit.
    """
    known = service()
    rules = Rules(**body["rules"]) if "rules" in body else VARIANTS[body.get("variant", "standard")]
    order = games.Order(rules, _source(body["deal"]), practice=body["practice"], mode=body["mode"])
    dealt = games.deal_game(known.games, known.commitments, known.dailies, known.now, caller, order)
    return answers.dealt(dealt.after)


@blueprint.operation("GET", "")
@blueprint.signed_in("read")
@blueprint.takes_query(GameQuerySchema())
@blueprint.answers(200, GamePageSchema(), ("One game", examples.GAME_PAGE), description="Some games, newest first.")
def list_games(caller: Caller, query: dict[str, Any]) -> Response:
    """List your games, newest first.

    Those in play, and those that ended lately; games of races are in their races, and only there. A page may hold
    fewer games than `limit`, even none, before the last: one request looks at no more than a hundred games for a
    status. Go on until `next` is null.
    """
    status = query.get("status")
    walk = ("games", caller.token.player_id, status)
    after = lists.start(walk, query.get("cursor"))
    return answers.answer(
        lists.page(walk, games.own_games(service().games, caller, status, after, query["limit"]), print_game)
    )


@blueprint.operation("GET", "/<id:game_id>")
@blueprint.signed_in("read")
@blueprint.answers(
    200,
    GameSchema(),
    ("In play", examples.GAME),
    ("Won", examples.WON_GAME),
    ("Awaiting a reprieve", variants.AWAITING_REPRIEVE),
    ("Awaiting a fork", variants.AWAITING_FORK),
    ("Face-up finales", variants.FACE_UP_FINALES),
    ("Completed, with restarts", variants.COMPLETED),
    ("Before the start of its race", races.WAITING_GAME),
    description="The game.",
    headers=("ETag",),
)
@blueprint.tagged
@blueprint.refuses(*OF_A_GAME)
def show_game(caller: Caller, game_id: str) -> Response:
    """Fetch a game as it stands.

    A finished ranked game can be fetched for good, unless the operators have put away the results of its month.
    """
    return answers.game(games.show(service().games, service().results, service().now, caller, game_id))


@blueprint.operation("DELETE", "/<id:game_id>")
@blueprint.signed_in("play", if_match=True)
@blueprint.answers(204, None, description="The game is over, as abandoned.")
@blueprint.refuses(*OF_A_MOVE)
def abandon_game(caller: Caller, game_id: str) -> Response:
    """Give a game up.

    An abandoned ranked game counts by the fate of its deal, so walking away improves nothing.
    """
    games.abandon(service().games, caller, game_id)
    return answers.nothing()


@blueprint.operation("POST", "/<id:game_id>/step")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes_query(StepQuerySchema())
@blueprint.takes(
    StepSchema(), ("One step", {}), ("Three steps", {"count": 3}), ("Placing a card", variants.PLACEMENT)
)
@blueprint.answers(
    200,
    TurnSchema(),
    ("Two steps", examples.TURN),
    ("A card at a wrong pile", variants.WRONG_PILE),
    ("A step that locks, with a reprieve", variants.LOCKING_STEP),
    ("A restart", variants.RESTART),
    description="The game, and what was done.",
    headers=("ETag", "Content-Language"),
)
@blueprint.refuses(*OF_A_MOVE, "decision-pending")
def step_game(caller: Caller, query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Make the next move, or several.

    The card in hand is set under its home pile, and that pile's top card is flipped. In reveal mode the service does
    it, `count` times. In placement mode you name the `pile`, the one with the number `hand.home`: a wrong one is
    answered with `accepted: false` and what was wrong in the words of `lang`, and counted, which raises `version`
    and changes the `ETag`. `Content-Language` comes with every step that names a pile. Without `If-Match` the step
    applies to whatever is current.
    """
    change = _step(caller, body, game_id)
    if "pile" not in body:
        return answers.turn(change)
    lang = query["lang"]
    return answers.turn(change, print_coach(change, body["pile"], lang), lang)


@blueprint.operation("POST", "/<id:game_id>/autoplay")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes(AutoplaySchema(), ("To the end", {}), ("To the next decision", {"until": "decision"}))
@blueprint.answers(
    200, TurnSchema(), ("To the end", examples.FATE), description="The game, and what was done.", headers=("ETag",)
)
@blueprint.refuses(*OF_A_MOVE, "decision-pending", "autoplay-not-allowed")
def autoplay_game(caller: Caller, body: dict[str, Any], game_id: str) -> Response:
    """Follow the chain to its end, or to the next decision.

    The same moves as single steps would make, and where there is a decision the best one: of a reprieve the finale of
    the pile with the most hidden cards, of a fork the hour's own pile. In reveal mode and in practice only.
    """
    return answers.turn(games.autoplay(service().games, caller, game_id, body["until"]))


@blueprint.operation("GET", "/<id:game_id>/moves")
@blueprint.signed_in("read")
@blueprint.takes_query(MoveQuerySchema())
@blueprint.answers(
    200,
    MovePageSchema(),
    ("A log", examples.MOVE_PAGE),
    ("In words", variants.NARRATED_PAGE),
    description="Some moves, oldest first.",
)
@blueprint.refuses(*OF_A_GAME)
def list_moves(caller: Caller, query: dict[str, Any], game_id: str) -> Response:
    """List the moves made so far, oldest first; with `narrate`, each in a sentence as well.

    The log of an imported game begins with its import: it is empty at first, unless the save stood at its opening
    flip. With the moves alone a game can be played after: a `reprieve` tells which card was taken from where, and the
    card that was in hand before lies there now.
    """
    lang = query.get("narrate")
    walk = ("moves", game_id, lang)
    done, _ = lists.start(walk, query.get("cursor")) or (0, "")
    log = games.show(service().games, service().results, service().now, caller, game_id).log
    reached = done + query["limit"]
    following = (reached, "") if reached < len(log) else None

    def printed(move: Move) -> dict[str, Any]:
        return print_move(move) if lang is None else print_narrated(move, lang)

    return answers.answer(lists.page(walk, Page(tuple(log[done:reached]), following), printed))


@blueprint.operation("GET", "/<id:game_id>/proof")
@blueprint.optional("read")
@blueprint.answers(
    200,
    ProofSchema(),
    ("A shuffled deal", examples.PROOF),
    description="The deal and its seeds.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses(*OF_A_GAME, "game-not-over")
def prove_game(caller: Caller | None, game_id: str) -> Response:
    """Fetch the proof of a finished game's deal.

    Public and permanent for ranked games; others show it to their player. With the seeds anyone can recompute the
    commitment, the deck and the whole chain: `algorithm` in the answer is described in full at its field. Custom and
    imported games have no seeds. The deck of an imported game is a deal that fits the save, for a save does not tell
    in which order different piles grew; cards that were set before the import come in an order that is made up.
    """
    record = games.proof(service().games, service().results, service().now, caller, game_id)
    caching = answers.FOREVER if record.draft.ranked else answers.PRIVATE
    return answers.shared(print_proof(record), caching)


def _source(deal: dict[str, Any]) -> games.Source:
    match deal["kind"]:
        case "custom":
            return games.CustomDeal(Deal.parse(deal["deck"]))
        case "seed":
            return games.SeedDeal(Seeds(bytes.fromhex(deal["server_seed"]), deal["client_seed"]))
        case "daily":
            return games.DailyDeal()
    return games.RandomDeal(deal["client_seed"], deal.get("commitment_id"))


def _step(caller: Caller, body: dict[str, Any], game_id: str) -> Change:
    """The step in the way that was asked for; `InvalidRequest` for a count where cards are placed."""
    if "pile" in body:
        return games.place(service().games, caller, game_id, body["pile"])
    try:
        return games.step(service().games, caller, game_id, body.get("count", 1))
    except WrongMode:
        if "count" in body:
            told = "This game is in placement mode: name the pile of the card in hand instead."
            raise InvalidRequest(("/count", told)) from None
        raise
