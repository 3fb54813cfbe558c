"""Leaderboards: who is best at what, in which variant and when."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, cast

from service.api import answers, lists
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import leaderboards as examples
from service.api.printing.leaderboards import print_board, print_place, print_standing, print_view
from service.api.schemas.base import WalkQuerySchema
from service.api.schemas.leaderboards import (
    AroundQuerySchema,
    LeaderboardPageSchema,
    PlaceQuerySchema,
    PlaceSchema,
    RankingSchema,
    TopQuerySchema,
)
from service.play import leaderboards

if TYPE_CHECKING:
    from flask import Response

    from service.api.cursors import Walk
    from service.play.leaderboards import View
    from service.play.standings import Ranking, RankKey

blueprint = Blueprint("leaderboards", "Exact places, by variant and period.", "/v1/leaderboards")


@blueprint.operation("GET", "")
@blueprint.public()
@blueprint.takes_query(WalkQuerySchema())
@blueprint.answers(
    200,
    LeaderboardPageSchema(),
    ("All boards", examples.BOARD_PAGE),
    description="The boards, what they measure and which way is better.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
def list_leaderboards(query: dict[str, Any]) -> Response:
    """Find out which leaderboards there are."""
    walk = ("leaderboards",)
    found = leaderboards.boards(lists.start(walk, query.get("cursor")), query["limit"])
    return answers.shared(lists.page(walk, found, print_board), answers.DAY)


@blueprint.operation("GET", "/<board:board>")
@blueprint.public()
@blueprint.takes_query(TopQuerySchema())
@blueprint.answers(
    200,
    RankingSchema(),
    ("The first three", examples.RANKING),
    description="Some rows, from the top.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found", "no-longer-kept")
def show_leaderboard(query: dict[str, Any], board: str) -> Response:
    """Walk through a leaderboard from the top.

    Better values come first, then who got there earlier, then the smaller id. Players with the same value share a
    place, and the places after them are skipped. A cursor of today's list goes on in it when tomorrow has come.
    """
    walk, after = _walk(board, query), None
    if "cursor" in query:
        after, query = _resumed(walk, query)
    shown = _view(board, query)
    found = leaderboards.top(service().leaderboards, shown, after, query["limit"])
    return answers.shared(_page(walk, shown, found), answers.A_SECOND)


@blueprint.operation("GET", "/<board:board>/around/<id:player_id>")
@blueprint.public()
@blueprint.takes_query(AroundQuerySchema())
@blueprint.answers(
    200,
    RankingSchema(),
    ("A player between two others", examples.RANKING),
    description="The player's row and its neighbours. `next` goes on from there in the list of the board.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found", "not-ranked", "no-longer-kept")
def show_leaderboard_around(query: dict[str, Any], board: str, player_id: str) -> Response:
    """Fetch the rows around a player."""
    shown = _view(board, query)
    found = leaderboards.around(service().leaderboards, shown, player_id, query["window"])
    return answers.shared(_page(_walk(board, query), shown, found), answers.A_SECOND)


@blueprint.operation("GET", "/<board:board>/places/<id:player_id>")
@blueprint.public()
@blueprint.takes_query(PlaceQuerySchema())
@blueprint.answers(
    200,
    PlaceSchema(),
    ("A place", examples.PLACE),
    description="The player's place, and how many there are.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found", "not-ranked", "no-longer-kept")
def show_place(query: dict[str, Any], board: str, player_id: str) -> Response:
    """Fetch a player's place, exact at any size."""
    shown = _view(board, query)
    found = leaderboards.place(service().leaderboards, shown, player_id)
    return answers.shared(print_place(shown, found), answers.A_SECOND)


def _view(board: str, query: dict[str, Any]) -> View:
    asked = query.get("variant"), query.get("period"), query.get("at")
    return leaderboards.view(board, *asked, service().now, service().standings_kept_days)


def _walk(board: str, query: dict[str, Any]) -> Walk:
    """The list's name and its filters as they were given."""
    at: date | None = query.get("at")
    return "leaderboard", board, query.get("variant"), query.get("period"), at.isoformat() if at else None


def _page(walk: Walk, shown: View, found: Ranking) -> dict[str, Any]:
    """The rows, and a cursor that also holds the span: without a date it would be another one tomorrow."""
    start = shown.span.start.isoformat()
    following = None if found.next is None else service().cursors.write(walk, (*found.next, start))
    rows = [print_standing(shown.board, row) for row in found.rows]
    return print_view(shown) | {"items": rows, "next": following}


def _resumed(walk: Walk, query: dict[str, Any]) -> tuple[RankKey, dict[str, Any]]:
    """After which row to go on, and the query with the date of that walk; `InvalidRequest`."""
    *key, start = service().cursors.read(walk, query["cursor"])
    return cast("RankKey", tuple(key)), query | {"at": date.fromisoformat(str(start))}
