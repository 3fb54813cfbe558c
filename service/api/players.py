"""Players: accounts, public profiles, results, races."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers, auth, lists
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import accounts as examples
from service.api.examples import race_results as race_examples
from service.api.examples import statistics as statistics_examples
from service.api.printing.players import print_export, print_player, print_session
from service.api.printing.race_results import print_race_result
from service.api.printing.results import print_recorded_result
from service.api.printing.statistics import print_profile, print_statistics
from service.api.schemas.base import NothingSchema, WalkQuerySchema
from service.api.schemas.players import (
    NewPlayerSchema,
    PlayerSchema,
    RenameSchema,
    ResultPageSchema,
    SecretSchema,
    WelcomeSchema,
)
from service.api.schemas.race_results import RunRacePageSchema
from service.api.schemas.statistics import ExportSchema, ProfileSchema
from service.play import export, players, profiles

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller

blueprint = Blueprint("players", "Guest accounts, and what everyone may see of them.", "/v1/players")


@blueprint.operation("POST", "")
@blueprint.public()
@blueprint.takes(
    NewPlayerSchema(), ("A name", {"display_name": "Ada"}), ("A bot", {"display_name": "Bot 1", "bot": True})
)
@blueprint.answers(201, WelcomeSchema(), ("A new account", examples.WELCOME), description="The new account.")
def open_account(body: dict[str, Any]) -> Response:
    """Open a guest account.

    Nothing but a name is asked; a program says that it is one, with `bot`. The secret is shown here once; keep it,
    for it opens new logins. Not idempotent: an Idempotency-Key is not looked at here.
    """
    here = service()
    welcome = players.register(
        here.players,
        here.sessions,
        auth.limits(),
        here.new_players,
        auth.address(),
        body["display_name"],
        bot=body["bot"],
    )
    return answers.answer(
        {
            "player": print_player(welcome.player),
            "secret": welcome.secret,
            "session": print_session(welcome.session),
        },
        201,
    )


@blueprint.operation("GET", "/me")
@blueprint.signed_in("read")
@blueprint.answers(200, PlayerSchema(), ("You", examples.PLAYER), description="Your account.")
def show_own_profile(caller: Caller) -> Response:
    """Fetch your own profile."""
    return answers.answer(print_player(players.own_profile(service().players, service().sessions, caller)))


@blueprint.operation("PATCH", "/me")
@blueprint.signed_in("play")
@blueprint.takes(RenameSchema(), ("Another name", {"display_name": "Ada L."}))
@blueprint.answers(200, PlayerSchema(), ("You", examples.PLAYER), description="Your account.")
@blueprint.refuses("name-locked")
def rename_player(caller: Caller, body: dict[str, Any]) -> Response:
    """Change your display name.

    A name that the operators have given stays until they free it.
    """
    renamed = players.rename(service().players, service().sessions, caller, body["display_name"])
    return answers.answer(print_player(renamed))


@blueprint.operation("DELETE", "/me")
@blueprint.signed_in("play")
@blueprint.answers(204, None, description="Nothing of you is left.")
def erase_player(caller: Caller) -> Response:
    """Erase your account.

    Your name and the link to your results go, as do your logins and your games in play.
    """
    players.erase(service().players, service().sessions, service().races, caller)
    return answers.nothing()


@blueprint.operation("GET", "/me/export")
@blueprint.signed_in("read")
@blueprint.answers(200, ExportSchema(), ("An export", statistics_examples.EXPORT), description="All of it.")
def export_player(caller: Caller) -> Response:
    """Fetch everything that is stored about you.

    Your account, games, results and statistics, the races that you have run, and your logins, unused commitments and
    attempts at daily deals. Races that are not over, and their games, are not in it. Besides the request itself, each
    hundred results and races count against a quota of exports, as large as that of requests.
    """
    here = service()
    stores = here.players, here.games, here.results, here.statistics, here.limits, here.keeping
    everything = export.export(*stores, here.now, caller)
    return answers.answer(print_export(everything) | {"statistics": print_statistics(everything.career)})


@blueprint.operation("POST", "/me/secret")
@blueprint.signed_in("play")
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(201, SecretSchema(), ("A secret", examples.NEW_SECRET), description="The new secret.")
def rotate_secret(caller: Caller, body: dict[str, Any]) -> Response:  # noqa: ARG001  empty, and checked to be
    """Get a new secret; the old one ends.

    Logins stay as they are. Not idempotent: an Idempotency-Key is not looked at here.
    """
    secret = players.rotate_secret(service().players, service().sessions, caller)
    return answers.answer({"secret": secret}, 201)


@blueprint.operation("GET", "/<id:player_id>")
@blueprint.public()
@blueprint.answers(
    200,
    ProfileSchema(),
    ("A player", statistics_examples.PROFILE),
    description="The player, and what their games come to.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found")
def show_player(player_id: str) -> Response:
    """Fetch a player's public profile, with statistics.

    Only ranked games that have ended count, from a second or so after their end. Those given up count as well, by
    the fate of their deal where luck is concerned.
    """
    here = service()
    shown = profiles.show(here.players, here.statistics, player_id)
    return answers.shared(print_profile(shown), answers.A_SECOND)


@blueprint.operation("GET", "/<id:player_id>/results")
@blueprint.public()
@blueprint.takes_query(WalkQuerySchema())
@blueprint.answers(
    200,
    ResultPageSchema(),
    ("One result", examples.RESULT_PAGE),
    description="Some results, newest first.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found")
def list_results(query: dict[str, Any], player_id: str) -> Response:
    """List a player's finished ranked games, newest first."""
    walk = ("results", player_id)
    after = lists.start(walk, query.get("cursor"))
    found = players.results_of(service().players, service().results, service().now, player_id, after, query["limit"])
    return answers.shared(lists.page(walk, found, print_recorded_result), answers.A_SECOND)


@blueprint.operation("GET", "/<id:player_id>/races")
@blueprint.public()
@blueprint.takes_query(WalkQuerySchema())
@blueprint.answers(
    200,
    RunRacePageSchema(),
    ("One race", race_examples.RUN_RACE_PAGE),
    description="Some races, newest first.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found")
def list_player_races(query: dict[str, Any], player_id: str) -> Response:
    """List the races that a player has run, newest first.

    Private ones are among them; their codes are not. A race that was cancelled is none.
    """
    walk = ("player-races", player_id)
    after = lists.start(walk, query.get("cursor"))
    found = players.races_of(service().players, service().results, player_id, after, query["limit"])
    return answers.shared(lists.page(walk, found, print_race_result), answers.A_SECOND)
