"""Races: make one or find one, take a seat, start, run, and meet again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers, lists
from service.api.blueprint import Blueprint
from service.api.context import hall
from service.api.examples import races as examples
from service.api.printing.races import print_race
from service.api.refusals import OF_A_RACE, OF_A_SEAT
from service.api.schemas.base import NothingSchema
from service.api.schemas.race_requests import (
    JoinSchema,
    KickSchema,
    LobbyQuerySchema,
    QuickRaceSchema,
    RaceQuerySchema,
    RaceRequestSchema,
    SeedSchema,
)
from service.api.schemas.races import RacePageSchema, RaceSchema
from service.play import races
from service.play.race_terms import terms_of

if TYPE_CHECKING:
    from flask import Response

    from service.play.caller import Caller
    from service.play.race_ports import Seen

blueprint = Blueprint("races", "Chrono-Sprint: several players at once, each with a dial of their own.", "/v1/races")


@blueprint.operation("POST", "")
@blueprint.signed_in("play", once=True)
@blueprint.takes(RaceRequestSchema(), *examples.RACE_REQUESTS)
@blueprint.answers(
    201, RaceSchema(), ("A new race", examples.NEW_RACE), description="The new race.", headers=("Location",)
)
@blueprint.refuses("too-many-races")
def create_race(caller: Caller, body: dict[str, Any]) -> Response:
    """Make a race, and take its first seat.

    You are its host. Its commitments are published now, before any racer's seed: send yours with `/join`. A private
    race comes with a `join_code` for those whom you want to join. A race that is not started within ten minutes
    starts by itself if all are ready, you too, and is cancelled otherwise.
    """
    return _made(caller, races.create(hall(), caller, terms_of(body)))


@blueprint.operation("GET", "")
@blueprint.signed_in("read")
@blueprint.takes_query(LobbyQuerySchema())
@blueprint.answers(200, RacePageSchema(), ("The lobby", examples.LOBBY), description="Some races, newest first.")
def list_races(caller: Caller, query: dict[str, Any]) -> Response:
    """List the public races that can be joined, newest first.

    A page may hold fewer races than `limit`, even none, before the last. Go on until `next` is null.
    """
    walk = ("races", query["status"])
    after = lists.start(walk, query.get("cursor"))
    found = races.open_races(hall(), caller, after, query["limit"])

    def printed(seen: Seen) -> dict[str, Any]:
        return print_race(seen.race, seen.now, caller.token.player_id)

    return answers.answer(lists.page(walk, found, printed))


@blueprint.operation("POST", "/quick")
@blueprint.signed_in("play", once=True)
@blueprint.takes(QuickRaceSchema(), *examples.QUICK_REQUESTS)
@blueprint.answers(200, RaceSchema(), ("A seat", examples.RACE), description="A race in which you have a seat.")
@blueprint.answers(
    201, RaceSchema(), ("A new race", examples.NEW_RACE), description="A new race, yours.", headers=("Location",)
)
@blueprint.refuses("too-many-races")
def find_race(caller: Caller, body: dict[str, Any]) -> Response:
    """Take a seat in an open public race that is as you like, or make one.

    What you send must be so; what you leave out may be as it likes. A race in which you have a seat comes first. A
    new race starts by itself when it is full, unless you send another `start`: its host may be gone by then. The
    `client_seed` goes with a seat that you take in a race that there is; to a new one, send it with `/join`.
    """
    wishes = {name: wish for name, wish in body.items() if name != "client_seed"}
    return _made(caller, races.quick(hall(), caller, wishes, body["client_seed"]))


@blueprint.operation("GET", "/<id:race_id>")
@blueprint.signed_in("read")
@blueprint.takes_query(RaceQuerySchema())
@blueprint.answers(
    200,
    RaceSchema(),
    ("Running", examples.RACE),
    ("Finished", examples.FINISHED_RACE),
    description="The race.",
)
@blueprint.refuses(*OF_A_RACE)
def show_race(caller: Caller, query: dict[str, Any], race_id: str) -> Response:
    """Fetch a race as it stands.

    A private one is for its racers and for those who send its `code`. What is due in the race happens first. A race
    can be fetched for a day after its end, and for an hour if it was cancelled.
    """
    return _told(caller, races.view(hall(), caller, race_id, query.get("code")))


@blueprint.operation("POST", "/<id:race_id>/join")
@blueprint.signed_in("play", once=True)
@blueprint.takes(JoinSchema(), *examples.JOIN_REQUESTS)
@blueprint.answers(200, RaceSchema(), ("A seat", examples.RACE), description="The race, with you in it.")
@blueprint.refuses(*OF_A_SEAT)
def join_race(caller: Caller, body: dict[str, Any], race_id: str) -> Response:
    """Take a seat; whoever has one keeps it.

    There are never more racers than seats. With `start` `full` the last seat starts the countdown. A seat that was
    taken without a `client_seed`, as the host's is, gets the first that is sent while the race is open.
    """
    return _told(caller, races.join(hall(), caller, race_id, body.get("code"), body["client_seed"]))


@blueprint.operation("POST", "/<id:race_id>/leave")
@blueprint.signed_in("play", once=True)
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(200, RaceSchema(), ("Without you", examples.LEFT_RACE), description="The race, without you.")
@blueprint.refuses(*OF_A_RACE, "race-started", "race-over", "not-in-the-race")
def leave_race(caller: Caller, body: dict[str, Any], race_id: str) -> Response:  # noqa: ARG001  empty, and checked to be
    """Give your seat back, before the countdown.

    When the host leaves, the lowest seat is the host. When the last racer leaves, the race is cancelled.
    """
    return _told(caller, races.leave(hall(), caller, race_id))


@blueprint.operation("POST", "/<id:race_id>/ready")
@blueprint.signed_in("play", once=True)
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(200, RaceSchema(), ("Ready", examples.READY_RACE), description="The race.")
@blueprint.refuses(*OF_A_RACE, "race-started", "race-over", "not-in-the-race")
def ready_for_race(caller: Caller, body: dict[str, Any], race_id: str) -> Response:  # noqa: ARG001  as above
    """Say that you are ready."""
    return _told(caller, races.ready(hall(), caller, race_id))


@blueprint.operation("POST", "/<id:race_id>/start")
@blueprint.signed_in("play", once=True)
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(200, RaceSchema(), ("Counting down", examples.COUNTDOWN), description="The race.")
@blueprint.refuses(*OF_A_RACE, "race-started", "race-over", "not-in-the-race", "not-the-host", "racers-not-ready")
def start_race(caller: Caller, body: dict[str, Any], race_id: str) -> Response:  # noqa: ARG001  as above
    """Let the race count down, as its host.

    There must be two racers at least, and all but you must be ready. The deals are made now, and nobody sees a card
    before `starts_at`, five seconds from now.
    """
    return _told(caller, races.start(hall(), caller, race_id))


@blueprint.operation("POST", "/<id:race_id>/kick")
@blueprint.signed_in("play", once=True)
@blueprint.takes(KickSchema(), ("A seat", {"seat": 2}))
@blueprint.answers(200, RaceSchema(), ("Without them", examples.NEW_RACE), description="The race, without them.")
@blueprint.refuses(*OF_A_RACE, "race-started", "race-over", "not-in-the-race", "not-the-host")
def kick_racer(caller: Caller, body: dict[str, Any], race_id: str) -> Response:
    """Remove a racer before the countdown, as the host. They do not come back to this race."""
    return _told(caller, races.kick(hall(), caller, race_id, body["seat"]))


@blueprint.operation("POST", "/<id:race_id>/forfeit")
@blueprint.signed_in("play", once=True)
@blueprint.takes(NothingSchema(), ("Nothing to say", {}))
@blueprint.answers(200, RaceSchema(), ("Given up", examples.FINISHED_RACE), description="The race.")
@blueprint.refuses(*OF_A_RACE, "race-not-started", "race-over", "not-in-the-race")
def forfeit_race(caller: Caller, body: dict[str, Any], race_id: str) -> Response:  # noqa: ARG001  as above
    """Give up a race that runs. Your game ends as abandoned, and counts by the fate of its deal."""
    return _told(caller, races.forfeit(hall(), caller, race_id))


@blueprint.operation("POST", "/<id:race_id>/rematch")
@blueprint.signed_in("play", once=True)
@blueprint.takes(SeedSchema(), ("Nothing to say", {}))
@blueprint.answers(200, RaceSchema(), ("A seat", examples.RACE), description="The race in which you meet again.")
@blueprint.answers(
    201, RaceSchema(), ("A new race", examples.NEW_RACE), description="That race, new, yours.", headers=("Location",)
)
@blueprint.refuses(*OF_A_SEAT, "race-not-over", "not-in-the-race")
def ask_for_rematch(caller: Caller, body: dict[str, Any], race_id: str) -> Response:
    """Meet again on the same terms, once the race is over.

    The first racer who asks makes the race, a private one, and then sends a seed with `/join`: the `client_seed` here
    goes with a seat in a race that there is. The others get a seat in it, without its code.
    """
    return _made(caller, races.rematch(hall(), caller, race_id, body["client_seed"]))


def _told(caller: Caller, seen: Seen) -> Response:
    return answers.answer(print_race(seen.race, seen.now, caller.token.player_id))


def _made(caller: Caller, seen: Seen) -> Response:
    """201 for a race that this request has made."""
    if not seen.made:
        return _told(caller, seen)
    document = print_race(seen.race, seen.now, caller.token.player_id)
    return answers.answer(document, 201, {"Location": f"/v1/races/{seen.race.id}"})
