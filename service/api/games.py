"""Games: deal, look, step, autoplay, give up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers, examples, lists, render
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.schemas.base import WalkQuerySchema
from service.api.schemas.deals import AutoplaySchema, DealRequestSchema, GameQuerySchema, StepSchema
from service.api.schemas.games import GamePageSchema, GameSchema, MovePageSchema, TurnSchema
from service.api.schemas.proofs import ProofSchema
from service.game.deal import Deal
from service.game.moves import moves
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds
from service.play import games
from service.play.pages import Page

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("games", "Deal a game, follow its chain, prove its deal.", "/v1/games")


@blueprint.operation("POST", "")
@blueprint.signed_in("play", once=True)
@blueprint.takes(DealRequestSchema(), *examples.DEAL_REQUESTS)
@blueprint.answers(
    201, GameSchema(), ("A new game", examples.NEW_GAME), description="The new game.", headers=("ETag", "Location")
)
@blueprint.refuses("commitment-used", "too-many-open-games")
def deal_game(caller: Caller, body: dict[str, Any]) -> Response:
    """Deal a game.

    An empty body deals a ranked standard game. The deal flips the first card, so a new game has one in hand.
    """
    rules = Rules(**body["rules"]) if "rules" in body else VARIANTS[body.get("variant", "standard")]
    order = games.Order(rules, _source(body["deal"]), practice=body["practice"])
    return answers.dealt(games.deal_game(service().games, service().commitments, caller, order).after)


@blueprint.operation("GET", "")
@blueprint.signed_in("read")
@blueprint.takes_query(GameQuerySchema())
@blueprint.answers(200, GamePageSchema(), ("One game", examples.GAME_PAGE), description="Some games, newest first.")
def list_games(caller: Caller, query: dict[str, Any]) -> Response:
    """List your games, newest first.

    Those in play, and those that ended lately. A page may hold fewer games than `limit`, even none, before the last:
    one request looks at no more than a hundred games for a status. Go on until `next` is null.
    """
    status = query.get("status")
    walk = ("games", caller.token.player_id, status)
    after = lists.start(walk, query.get("cursor"))
    return answers.answer(
        lists.page(walk, games.own_games(service().games, caller, status, after, query["limit"]), render.game)
    )


@blueprint.operation("GET", "/<id:game_id>")
@blueprint.signed_in("read")
@blueprint.answers(
    200,
    GameSchema(),
    ("In play", examples.GAME),
    ("Won", examples.WON_GAME),
    description="The game.",
    headers=("ETag",),
)
@blueprint.tagged
@blueprint.refuses("not-found", "saved-game-discarded")
def show_game(caller: Caller, game_id: str) -> Response:
    """Fetch a game as it stands.

    A finished ranked game can be fetched for good.
    """
    return answers.game(games.show(service().games, service().results, caller, game_id))


@blueprint.operation("DELETE", "/<id:game_id>")
@blueprint.signed_in("play", if_match=True)
@blueprint.answers(204, None, description="The game is over, as abandoned.")
@blueprint.refuses("not-found", "game-over", "saved-game-discarded")
def abandon_game(caller: Caller, game_id: str) -> Response:
    """Give a game up.

    An abandoned ranked game counts by the fate of its deal, so walking away improves nothing.
    """
    games.abandon(service().games, caller, game_id)
    return answers.nothing()


@blueprint.operation("POST", "/<id:game_id>/step")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes(StepSchema(), ("One step", {}), ("Three steps", {"count": 3}))
@blueprint.answers(
    200, TurnSchema(), ("Two steps", examples.TURN), description="The game, and what was done.", headers=("ETag",)
)
@blueprint.refuses("not-found", "game-over", "saved-game-discarded")
def step_game(caller: Caller, body: dict[str, Any], game_id: str) -> Response:
    """Make the next forced move, or several.

    The card in hand is set under its home pile, and that pile's top card is flipped. Without `If-Match` the step
    applies to whatever is current.
    """
    return answers.turn(games.step(service().games, caller, game_id, body["count"]))


@blueprint.operation("POST", "/<id:game_id>/autoplay")
@blueprint.signed_in("play", once=True, if_match=True)
@blueprint.takes(AutoplaySchema(), ("To the end", {}), ("To the next decision", {"until": "decision"}))
@blueprint.answers(
    200, TurnSchema(), ("To the end", examples.FATE), description="The game, and what was done.", headers=("ETag",)
)
@blueprint.refuses("not-found", "game-over", "saved-game-discarded")
def autoplay_game(caller: Caller, body: dict[str, Any], game_id: str) -> Response:  # noqa: ARG001  forced games have no decision to stop at
    """Follow the chain to its end.

    The same moves as single steps would make. These games hold no decisions, so both values of `until` reach the end.
    """
    return answers.turn(games.autoplay(service().games, caller, game_id))


@blueprint.operation("GET", "/<id:game_id>/moves")
@blueprint.signed_in("read")
@blueprint.takes_query(WalkQuerySchema())
@blueprint.answers(200, MovePageSchema(), ("A log", examples.MOVE_PAGE), description="Some moves, oldest first.")
@blueprint.refuses("not-found", "saved-game-discarded")
def list_moves(caller: Caller, query: dict[str, Any], game_id: str) -> Response:
    """List the moves made so far, oldest first."""
    walk = ("moves", game_id)
    done, _ = lists.start(walk, query.get("cursor")) or (0, "")
    log = moves(games.show(service().games, service().results, caller, game_id).game)
    reached = done + query["limit"]
    following = (reached, "") if reached < len(log) else None
    return answers.answer(lists.page(walk, Page(tuple(log[done:reached]), following), render.move))


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
@blueprint.refuses("not-found", "game-not-over", "saved-game-discarded")
def prove_game(caller: Caller | None, game_id: str) -> Response:
    """Fetch the proof of a finished game's deal.

    Public and permanent for ranked games; others show it to their player. With the seeds anyone can recompute the
    commitment, the deck and the whole chain.
    """
    record = games.proof(service().games, service().results, caller, game_id)
    caching = answers.FOREVER if record.draft.ranked else answers.PRIVATE
    return answers.shared(render.proof(record), caching)


def _source(deal: dict[str, Any]) -> games.RandomDeal | games.SeedDeal | games.CustomDeal:
    if deal["kind"] == "custom":
        return games.CustomDeal(Deal.parse(deal["deck"]))
    if deal["kind"] == "seed":
        return games.SeedDeal(Seeds(bytes.fromhex(deal["server_seed"]), deal["client_seed"]))
    return games.RandomDeal(deal["client_seed"], deal.get("commitment_id"))
